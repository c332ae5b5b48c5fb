import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const nouns = ['batches', 'formats', 'requests', 'settings', 'users']
const floor = ['ui', 'lib', 'domain']

/** What each folder may import besides itself; packages are named where only some may be used. */
const allowed: Record<string, string[]> = {
  domain: [],
  ui: [],
  lib: ['domain'],
  sheets: ['domain'],
  session: floor,
  ...Object.fromEntries(nouns.map((noun) => [noun, ['session', ...floor]])),
  batches: ['sheets', 'session', ...floor],
  routes: [...nouns, 'session', ...floor],
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, 'src', file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

test.each(Object.keys(allowed))('src/%s imports only what lies below it', (folder) => {
  const strangers = files
    .filter((file) => file.startsWith(`${folder}/`))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative('.', join(dirname(file), name)).split('/')[0] ?? '')
        .filter((target) => target !== folder && !allowed[folder]?.includes(target))
        .map((target) => `${file} → ${target}`),
    )
  expect(strangers).toEqual([])
})

test('a sheet knows no package', () => {
  const strangers = files
    .filter((file) => file.startsWith('sheets/'))
    .flatMap((file) => importsOf(file).filter((name) => !name.startsWith('.')))
  expect(strangers).toEqual([])
})

test('the domain knows zod and no other package', () => {
  const strangers = files
    .filter((file) => file.startsWith('domain/'))
    .flatMap((file) => importsOf(file).filter((name) => !name.startsWith('.') && name !== 'zod/mini'))
  expect(strangers).toEqual([])
})

const layers = ['files', 'reading', 'writing', 'judging', 'worker']

test.each(layers)('src/sheets/%s imports no layer above it', (layer) => {
  const above = layers.slice(layers.indexOf(layer) + 1).map((name) => `sheets/${name}`)
  const strangers = files
    .filter((file) => file.startsWith(`sheets/${layer}/`))
    .flatMap((file) => importsOf(file).map((name) => ({ file, target: relative('.', join(dirname(file), name)) })))
    .filter(({ target }) => above.some((folder) => target.startsWith(`${folder}/`)))
  expect(strangers).toEqual([])
})
