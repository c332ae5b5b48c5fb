import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { requestActionNames } from '../../../src/domain/requests/actions.ts'

const root = join(import.meta.dirname, '../../..')

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.d\.ts$|\.gen\.ts$|node_modules/.test(name))
    .map((name) => join(folder, name))

/** Used properties of a syntax tree node. */
interface Node {
  type?: string
  start?: number
  end?: number
  id?: { name?: string } | null
  key?: { name?: string }
}

const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/** `line name` of each function that spans more than `most` lines. */
function longFunctions(name: string, text: string, most: number): string[] {
  const found: string[] = []
  const lineStarts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  const lineAt = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1
  function walk(node: unknown, known: string) {
    if (typeof node !== 'object' || node === null) return
    const { type = '', start = 0, end = 0, id, key } = node as Node
    const own = id?.name ?? key?.name ?? known
    if (isFunction.test(type) && lineAt(end) - lineAt(start) >= most) found.push(`${lineAt(start)} ${own}`)
    for (const child of Object.values(node)) walk(child, own)
  }
  walk(parseSync(name, text).program, '')
  return found
}

test('finds long functions with their names', () => {
  const text =
    'const one = 1\nexport function two() {\n  return () => {\n    one\n  }\n}\nconst three = () => {\n  one\n}\n'
  expect(longFunctions('a.ts', text, 3)).toEqual(['2 two'])
  expect(longFunctions('a.ts', text, 2)).toEqual(['2 two', '3 two', '7 three'])
})

test.each(['src', 'pb_hooks', 'scripts'])('no function of %s has more than 110 lines', (folder) => {
  const files = filesIn(folder)
  expect(files.length).toBeGreaterThan(10)
  const long = files.flatMap((file) =>
    longFunctions(file, readFileSync(join(root, file), 'utf8'), 110).map((line) => `${file}:${line}`),
  )
  expect(long).toEqual([])
})

test('route files have at most 80 lines', () => {
  const routes = filesIn('src/routes').filter((file) => !file.includes('/-'))
  expect(routes.length).toBeGreaterThan(25)
  const long = routes.filter((file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > 80)
  expect(long).toEqual([])
})

test.each(['requests', 'lib'])('every folder of pb_hooks/%s has fewer than 25 files', (folder) => {
  const counts = new Map<string, number>()
  for (const file of filesIn(`pb_hooks/${folder}`)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(3)
  expect([...counts].filter(([, count]) => count >= 25)).toEqual([])
})

test('each action on requests has one file of at most 120 lines', () => {
  const lines = (name: string) =>
    readFileSync(join(root, 'pb_hooks/requests/actions', `${name}.ts`), 'utf8').split('\n')
  expect(requestActionNames.filter((action) => lines(action).length > 120)).toEqual([])
})
