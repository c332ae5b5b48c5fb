import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/project.mjs'

/** Folder inside the project, so that packages are found. */
let folder: string
beforeAll(() => {
  mkdirSync(join(projectRoot, '.tmp'), { recursive: true })
  folder = mkdtempSync(join(projectRoot, '.tmp/examples-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the compiler's errors of a JavaScript program in strict mode. */
function compile(name: string, program: string): string {
  const file = join(folder, name)
  writeFileSync(file, program)
  const options =
    '--ignoreConfig --allowJs --checkJs --strict --noEmit --skipLibCheck --target ES2023 --module NodeNext --types node'
  try {
    execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), [...options.split(' '), file], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return String((error as { stdout: string }).stdout)
  }
}

const examples = join(projectRoot, 'docs/integracion/ejemplos')

test('the examples are scripts for the shell and for the Node that README names, without a compiler', () => {
  expect(readdirSync(examples)).toEqual(['lote.mjs', 'solicitud.mjs', 'solicitud.sh'])
  const [, minimum] = /Node (\d+\.\d+) o posterior/.exec(readFileSync(join(projectRoot, 'README.md'), 'utf8')) ?? []
  // The programs are checked with the types of that version, so that they use nothing newer.
  const types = JSON.parse(readFileSync(join(projectRoot, 'node_modules/@types/node/package.json'), 'utf8'))
  expect(types.version).toMatch(`${minimum}.`)
})

test.each(readdirSync(examples).filter((name) => name.endsWith('.mjs')))(
  'compiles the example %s in strict mode',
  (name) => {
    expect(compile(name, readFileSync(join(examples, name), 'utf8'))).toBe('')
  },
  60_000,
)
