import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

const files = ['src', 'pb_hooks'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(d|gen)\.ts$/.test(name))
    .map((name) => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`
      return { path, text: readFileSync(join(root, path), 'utf8') }
    }),
)

/** Returns the names that a file declares, without re-exports. */
function declared(text: string): string[] {
  const names = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
  return [...text.matchAll(names)].map(([, name = '']) => name).filter((name) => name !== 'Route')
}

/** Handlers of application calls, re-exported by the areas' entries. */
const handlers = new Set(
  files
    .filter(({ path }) => path.startsWith('pb_hooks/areas/'))
    .flatMap(({ text }) => [...text.matchAll(/^export \{([^}]*)\}/gm)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
)

/** Returns whether a name is shared by a client call and its handler. */
function isCallWithHandler(name: string, [call, handler, ...others]: typeof files): boolean {
  if (others.length > 0 || !call || !handler) return false
  const isCall = call.path.startsWith('src/') && call.text.includes("/lib/pb.ts'")
  return isCall && handler.path.startsWith('pb_hooks/') && handlers.has(name)
}

const where = new Map<string, typeof files>()
for (const file of files) for (const name of declared(file.text)) where.set(name, [...(where.get(name) ?? []), file])

const twice = [...where].filter(([name, found]) => found.length > 1 && !isCallWithHandler(name, found))

test('exports each name from one file only', () => {
  expect(where.size).toBeGreaterThan(1_000)
  expect(twice.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`)).toEqual([])
})

/** Forbidden names: they do not describe the value. */
const forbidden = /^(said|told|given|most|patience|shape|tell\w*|heard|beside|anew|near|kept|whole|stored)$/i

interface SyntaxNode {
  type: string
  [property: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: SyntaxNode) => Object.values(node).flat().filter(isNode)

/** Returns the names that a parameter binds, also by destructuring. */
function boundNames(node: SyntaxNode): string[] {
  if (node.type === 'Identifier') return [String(node.name)]
  const { properties, elements, left, value, argument, parameter } = node
  return [properties, elements, left, value, argument, parameter].flat().filter(isNode).flatMap(boundNames)
}

/** Returns the names of all parameters in a syntax tree, those of function types included. */
function parametersIn(node: SyntaxNode): string[] {
  const params = Array.isArray(node.params) && !node.type.startsWith('TSTypeParameter') ? node.params : []
  return [...params.filter(isNode).flatMap(boundNames), ...childrenOf(node).flatMap(parametersIn)]
}

test('gives no export or parameter a meaningless name', () => {
  const found = files.flatMap(({ path, text }) => {
    const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode
    const names = [...declared(text), ...parametersIn(tree)].filter((name) => forbidden.test(name))
    return [...new Set(names)].map((name) => `${path}: ${name}`)
  })
  expect(found).toEqual([])
})

test('the code contains the names in the first column of the glossary', () => {
  const table = readFileSync(join(root, 'docs/desarrollo/glosario.md'), 'utf8')
  const words = [...table.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`(\w[\w-]*)`/g),
  ])
  const names = words.map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(30)
  const text = files.map((file) => file.path + file.text).join('\n')
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})

/** Forbidden Spanish words of earlier texts. */
const banned =
  /(?<![\p{L}])(llen(a|an|ar|e|en|ó|ado|ada|ados|adas|arlo|arla|arse)|anote|anotar|entrar|documento hecho)(?![\p{L}])/iu

test('texts of the product avoid banned words', () => {
  const lines = files
    .filter(({ path }) => !path.startsWith('src/domain/formats/seed/'))
    .flatMap(({ path, text }) =>
      text.split('\n').map((line, at) => ({ where: `${path}:${at + 1}`, line: line.trim() })),
    )
  const texts = lines.filter(({ line }) => !/^(\/\/|\/?\*)/.test(line))
  expect(texts.filter(({ line }) => banned.test(line)).map(({ where, line }) => `${where} ${line}`)).toEqual([])
})
