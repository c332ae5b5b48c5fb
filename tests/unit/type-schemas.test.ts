import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadTypeScriptProject } from '../../scripts/build/type-schemas.ts'

const source = `
/**
 * A code.
 * @pattern ^[a-z]$
 */
export type Code = string & {}
interface Thing { code: Code }
export interface Found {
  code: Code | ''
  /** English text. @description Texto @maximum 200 */
  count: number
  done?: boolean
  status: 'new' | 'old'
  things: readonly Thing[]
  counts: Partial<Record<'a' | 'b', number>>
  byName: Record<string, Thing>
  nothing: { value: unknown } | null
}
export interface Pair<T> { first: T; second?: T }
export interface Pairs { pairs: Pair<Thing>[] }
export interface Odd { symbol: symbol }
`
const folder = mkdtempSync(join(tmpdir(), 'types-'))
let types: ReturnType<typeof loadTypeScriptProject>
beforeAll(() => {
  writeFileSync(join(folder, 'a.ts'), source)
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions": {"strict": true, "types": []}, "files": ["a.ts"]}')
  types = loadTypeScriptProject(folder, join(folder, 'tsconfig.json'))
})
afterAll(() => {
  types.close()
  rmSync(folder, { recursive: true })
})
const schemaOf = (name: string) => types.schemaOf(types.exported(join(folder, 'a.ts'), name))

it('converts an interface to a closed object', () => {
  expect(schemaOf('Found')).toEqual({ $ref: '#/components/schemas/Found' })
  expect(types.components.Code).toEqual({ type: 'string', pattern: '^[a-z]$' })
  expect(types.components.Found).toEqual({
    type: 'object',
    properties: {
      code: { anyOf: [{ type: 'string', enum: [''] }, { $ref: '#/components/schemas/Code' }] },
      count: { type: 'integer', description: 'Texto', maximum: 200 },
      done: { type: 'boolean' },
      status: { type: 'string', enum: ['new', 'old'] },
      things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      counts: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        required: [],
        additionalProperties: false,
      },
      byName: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Thing' } },
      nothing: {
        anyOf: [
          { type: 'null' },
          { type: 'object', properties: { value: {} }, required: ['value'], additionalProperties: false },
        ],
      },
    },
    required: ['code', 'count', 'status', 'things', 'counts', 'byName', 'nothing'],
    additionalProperties: false,
  })
})

it('writes generic types in place', () => {
  schemaOf('Pairs')
  expect(types.components).not.toHaveProperty('Pair')
  expect(types.components.Pairs).toMatchObject({
    properties: {
      pairs: {
        items: {
          properties: { first: { $ref: '#/components/schemas/Thing' }, second: { $ref: '#/components/schemas/Thing' } },
          required: ['first'],
        },
      },
    },
  })
})

it('rejects types that JSON does not have', () => {
  expect(() => schemaOf('Odd')).toThrow('No schema for symbol')
})

it('rejects a name that the file does not export', () => {
  expect(() => schemaOf('Missing')).toThrow('exports no Missing')
})
