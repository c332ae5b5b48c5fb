import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const nouns = [
  'backups',
  'batches',
  'documents',
  'formats',
  'groups',
  'keys',
  'links',
  'lists',
  'notices',
  'reports',
  'requests',
  'settings',
  'users',
  'views',
  'webhooks',
]
const floor = ['ui', 'lib', 'lib/loading', 'domain']

/** Permitted imports of each folder besides itself; packages are listed where only some are permitted. */
const allowed: Record<string, string[]> = {
  domain: [],
  // The controls of `ui` with large libraries are lazy-loaded, and a failed load is shown with `ui`.
  ui: ['lib/loading'],
  'lib/loading': ['ui'],
  lib: ['domain'],
  sheets: ['domain'],
  word: ['sheets', 'domain'],
  session: floor,
  // The history is shown on the page of its subject.
  history: ['session', ...floor],
  ...Object.fromEntries(nouns.map((noun) => [noun, ['history', 'session', ...floor]])),
  batches: ['sheets', 'history', 'session', ...floor],
  requests: ['sheets', 'history', 'session', ...floor],
  lists: ['sheets', 'history', 'session', ...floor],
  formats: ['word', 'history', 'session', ...floor],
  // Public verification has no session.
  documents: floor,
  links: ['documents', 'session', ...floor],
  help: ['ui', 'lib', 'lib/loading'],
  routes: [...nouns, 'word', 'help', 'history', 'session', ...floor],
}

const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
const files = filesOf('src')

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

/** Imports that `allowed` does not name: the dialog runs a mutation and shows its error. */
const exceptions = ['ui/overlay/mutation-dialog.tsx → lib']

const layerOf = (file: string) => (file.startsWith('lib/loading/') ? 'lib/loading' : (file.split('/')[0] ?? ''))

test.each(Object.keys(allowed))('src/%s imports only from lower layers', (folder) => {
  const strangers = files
    .filter((file) => layerOf(file) === folder)
    .flatMap((file) =>
      importsOf(`src/${file}`)
        .filter((name) => name.startsWith('.'))
        .map((name) => layerOf(relative('.', join(dirname(file), name))))
        .filter((target) => target !== folder && !allowed[folder]?.includes(target))
        .map((target) => `${file} → ${target}`)
        .filter((arrow) => !exceptions.includes(arrow)),
    )
  expect(strangers).toEqual([])
})

test('src/lib/loading stays small, and no file imports more than two names from it', () => {
  const lines = files
    .filter((file) => layerOf(file) === 'lib/loading')
    .map(
      (file) =>
        readFileSync(join(root, 'src', file), 'utf8')
          .trimEnd()
          .split('\n').length,
    )
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(150)
  const imports = /import (?:type )?\{([^}]*)\} from '[^']*\/lib\/loading\//g
  const many = files.filter((file) => {
    const found = [...readFileSync(join(root, 'src', file), 'utf8').matchAll(imports)]
    return found.flatMap(([, names = '']) => names.split(',').filter((name) => name.trim())).length > 2
  })
  expect(many).toEqual([])
})

test('src/sheets imports only the hash package', () => {
  const strangers = files
    .filter((file) => file.startsWith('sheets/'))
    .flatMap((file) => importsOf(`src/${file}`).filter((name) => !name.startsWith('.')))
  expect([...new Set(strangers)]).toEqual(['@noble/hashes/sha2.js', '@noble/hashes/utils.js'])
})

// The schemas of responses use the large `zod`; those of bodies use `zod/mini`.
test('only the build evaluates the schemas of responses', () => {
  const texts = [...files.map((file) => `src/${file}`), ...filesOf('pb_hooks').map((file) => `pb_hooks/${file}`)].map(
    (file) => ({ file, text: readFileSync(join(root, file), 'utf8') }),
  )
  const isSchema = ({ text }: { text: string }) => /^import \* as z from 'zod'$/m.test(text)
  const schemas = texts.filter(isSchema).map(({ file }) => file)
  expect(schemas.length).toBeGreaterThan(20)
  const evaluating = texts
    .filter((each) => !isSchema(each))
    .flatMap(({ file }) => importedValues(file).filter((target) => schemas.includes(target)))
  expect(evaluating).toEqual([])
})

test('src/domain imports only zod', () => {
  const strangers = files
    .filter((file) => file.startsWith('domain/'))
    .flatMap((file) =>
      importsOf(`src/${file}`).filter((name) => !name.startsWith('.') && name !== 'zod/mini' && name !== 'zod'),
    )
  expect(strangers).toEqual([])
})

const layers = ['files', 'reading', 'writing', 'validation', 'worker']

test.each(layers)('src/sheets/%s imports from no higher layer', (layer) => {
  const above = layers.slice(layers.indexOf(layer) + 1).map((name) => `sheets/${name}`)
  const strangers = files
    .filter((file) => file.startsWith(`sheets/${layer}/`))
    .flatMap((file) =>
      importsOf(`src/${file}`).map((name) => ({ file, target: relative('.', join(dirname(file), name)) })),
    )
    .filter(({ target }) => above.some((folder) => target.startsWith(`${folder}/`)))
  expect(strangers).toEqual([])
})

/** Returns the files and packages that a file imports, without type imports. */
function importedValues(file: string): string[] {
  const imports = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export) (?!type )([^'\n]*?|\{[^']*?\}) from '([^']+)'/gm,
  )
  return [...imports]
    .filter(
      ([, names = '']) =>
        !names.startsWith('{') || !names.split(',').every((name) => /^[{\s]*(type |}?\s*$)/.test(name)),
    )
    .map(([, , from = '']) => (from.startsWith('.') ? relative('.', join(dirname(file), from)) : from))
}

/** Returns all files and packages that are evaluated with a file. */
function evaluatedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  if (/^(src|pb_hooks|pb_migrations)\//.test(file)) for (const each of importedValues(file)) evaluatedWith(each, found)
  return found
}

test.each(['overview', 'pages', 'guards', 'jobs'])(
  'pb_hooks/areas/%s loads no schema in each virtual machine',
  (area) => {
    const evaluated = evaluatedWith(`pb_hooks/areas/${area}.ts`)
    expect(evaluated.size).toBeGreaterThan(3)
    expect(evaluated).not.toContain('zod/mini')
  },
)

// A schema takes 25 kB in each virtual machine that loads it.
const largeSchemas = [
  'fields/field',
  'formats/format',
  'lists/list-input',
  'documents/signatory',
  'groups/group',
  'settings/settings',
].map((name) => `src/domain/${name}.ts`)

test('the files of the large schemas exist', () => {
  expect(largeSchemas.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test.each(['requests', 'batches', 'documents', 'details', 'sessions', 'job-work'])(
  'pb_hooks/areas/%s does not load the schemas of formats and lists',
  (area) => {
    const evaluated = evaluatedWith(`pb_hooks/areas/${area}.ts`)
    expect(evaluated.size).toBeGreaterThan(3)
    expect([...evaluated].filter((file) => largeSchemas.includes(file))).toEqual([])
  },
)

/** Permitted imports of the server's folders, in addition to `src/domain`. */
const allowedInHooks: Record<string, string[]> = {
  lib: [],
  mail: ['lib'],
  notices: ['mail', 'lib'],
  users: ['notices', 'mail', 'lib'],
  links: ['users', 'mail', 'lib'],
  external: ['requests', 'links', 'formats', 'users', 'mail', 'lib'],
  deliveries: ['links', 'notices', 'mail', 'lib'],
  backups: ['users', 'notices', 'mail', 'lib'],
  groups: ['notices', 'lib'],
  payroll: ['requests', 'groups', 'users', 'mail', 'lib'],
  views: ['lib'],
  attachments: ['lib'],
  lists: ['formats', 'lib'],
  formats: ['lib'],
  requests: ['deliveries', 'links', 'attachments', 'formats', 'backups', 'notices', 'mail', 'lib'],
  documents: ['links', 'requests', 'attachments', 'formats', 'notices', 'lib'],
  batches: ['requests', 'deliveries', 'attachments', 'formats', 'notices', 'lib'],
  reports: ['requests', 'lib'],
  server: [
    'webhooks',
    'backups',
    'batches',
    'documents',
    'requests',
    'formats',
    'users',
    'views',
    'notices',
    'mail',
    'lib',
  ],
  keys: ['server', 'notices', 'lib'],
  webhooks: ['mail', 'lib'],
  runtime: ['lib'],
  areas: [
    'payroll',
    'webhooks',
    'keys',
    'server',
    'backups',
    'batches',
    'documents',
    'deliveries',
    'external',
    'reports',
    'requests',
    'attachments',
    'formats',
    'groups',
    'links',
    'lists',
    'users',
    'views',
    'notices',
    'mail',
    'lib',
  ],
}

const hooks = filesOf('pb_hooks').filter((name) => name.includes('/'))

test('every folder of hooks has defined imports', () => {
  expect([...new Set(hooks.map((file) => file.split('/')[0]))].sort()).toEqual(Object.keys(allowedInHooks).sort())
})

test.each(Object.keys(allowedInHooks))('pb_hooks/%s imports only from lower layers', (folder) => {
  const strangers = hooks
    .filter((file) => file.startsWith(`${folder}/`))
    .flatMap((file) =>
      importsOf(`pb_hooks/${file}`)
        .filter((name) => name.startsWith('.'))
        .map((name) => join('pb_hooks', dirname(file), name))
        .filter((path) => !/^(src\/domain\/|package\.json$)/.test(path))
        .filter((path) => ![folder, 'runtime', ...(allowedInHooks[folder] ?? [])].includes(path.split('/')[1] ?? ''))
        .map((path) => `${file} → ${path}`),
    )
  expect(strangers).toEqual([])
})

/** Imports of a hook from `runtime`: `[file, imported file, names]`. */
const runtimeImports = hooks
  .filter((file) => !/^(runtime|areas)\//.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(root, 'pb_hooks', file), 'utf8')
    const imports = text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(?:\.\.\/)+runtime\/([^']+)'/gm)
    return [...imports].map(([, names = '', target = '']) => ({ file, target, names: names.match(/\w+/g) ?? [] }))
  })

test('only lib imports from runtime', () => {
  expect(runtimeImports.map(({ file }) => file).filter((file) => !file.startsWith('lib/'))).toEqual([])
})

test('every call waits for a slot of a kind, so that no client can make the server build virtual machines', () => {
  // The types of `routes.ts` require a kind of each call. The other calls are added in `main.pb.ts`.
  const routes = readFileSync(join(root, 'pb_hooks/main.pb.ts'), 'utf8').match(/^ *(?:addCall|routerAdd)\(.*$/gm) ?? []
  expect(routes.length).toBeGreaterThan(5)
  expect(routes.filter((route) => !/\badmit\.\w+/.test(route))).toEqual([])
})

test('runtime files imported by lib import only from runtime', () => {
  const base = new Set(runtimeImports.filter(({ file }) => file.startsWith('lib/')).map(({ target }) => target))
  for (const file of base) for (const name of importsOf(`pb_hooks/runtime/${file}`)) base.add(name.replace(/^\.\//, ''))
  expect([...base].sort()).toEqual(['current-call.ts'])
})

// With other processes, SQLite refuses a transaction that starts with a read. `fresh_words` is a temporary table.
test('transactions start in one function, which writes first', () => {
  const beginners = readdirSync(join(root, 'pb_hooks'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => readFileSync(join(root, 'pb_hooks', name), 'utf8').includes('.runInTransaction('))
  expect(beginners.sort()).toEqual(['lib/transaction.ts', 'requests/derived/search-index.ts'])
})
