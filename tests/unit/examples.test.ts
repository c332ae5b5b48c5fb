import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../engine/project.mjs'

/** Inside the project, so that its packages are found. */
let folder: string
beforeAll(() => {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  folder = mkdtempSync(join(root, '.tmp/examples-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Prints what the compiler says of a program in strict mode; empty if nothing. */
function compile(name: string, program: string): string {
  const file = join(folder, name)
  writeFileSync(file, program)
  const options = '--ignoreConfig --strict --noEmit --skipLibCheck --target ES2023 --module NodeNext --types node'
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options.split(' '), file], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return String((error as { stdout: string }).stdout)
  }
}

test('the TypeScript programs of the README compile in strict mode', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const programs = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  expect(programs).toHaveLength(2)
  programs.forEach((program, at) => {
    expect(compile(`${at}.ts`, program)).toBe('')
  })
}, 60_000)
