import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../engine/project.mjs'

/** Folder inside the project, so that packages are found. */
let folder: string
beforeAll(() => {
  mkdirSync(join(projectRoot, '.tmp'), { recursive: true })
  folder = mkdtempSync(join(projectRoot, '.tmp/examples-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the compiler's errors of a program in strict mode. */
function compile(name: string, program: string): string {
  const file = join(folder, name)
  writeFileSync(file, program)
  const options = '--ignoreConfig --strict --noEmit --skipLibCheck --target ES2023 --module NodeNext --types node'
  try {
    execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), [...options.split(' '), file], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return String((error as { stdout: string }).stdout)
  }
}

const examples = join(projectRoot, 'docs/integracion/ejemplos')

test.each(readdirSync(examples).filter((name) => name.endsWith('.ts')))(
  'compiles the example %s in strict mode',
  (name) => {
    expect(compile(name, readFileSync(join(examples, name), 'utf8'))).toBe('')
  },
  60_000,
)
