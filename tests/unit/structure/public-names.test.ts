import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildOpenApi } from '../../../scripts/build/openapi.ts'
import { serverErrorMessages } from '../../../src/domain/server-error-messages.ts'

/** Words that no public name contains, because they do not describe the value or are not the standard term. */
const forbidden = new Set(
  `anew apart asked away circle decider deciders door earlier far faults gathers gone heard judged kept letters making
  moment over portion said standing stretch stretches tell tells told tried tries unlike usual`.split(/\s+/),
)

/** Returns the words of a name: `idx_letters_leftOut` → `idx`, `letters`, `left`, `out`. */
const wordsOf = (name: string) => (name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase())
const findForbidden = (names: Iterable<string>) =>
  [...new Set(names)].filter((name) => wordsOf(name).some((word) => forbidden.has(word)))

/** Returns the names of schemas, properties and parameters in a part of the OpenAPI document. */
function* namesIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    if (key === 'properties' || key === 'schemas') yield* Object.keys(value as object)
    if (key === 'parameters') yield* (value as { name: string }[]).map(({ name }) => name)
    yield* namesIn(value)
  }
}

test('finds a forbidden word in a name', () => {
  expect(findForbidden(['idx_letters_due', 'letterhead', 'isTold', 'key.door', 'total'])).toEqual([
    'idx_letters_due',
    'isTold',
    'key.door',
  ])
})

test('the OpenAPI document uses standard names', () => {
  const names = [...namesIn(JSON.parse(buildOpenApi()))]
  expect(names.length).toBeGreaterThan(500)
  expect(names).not.toContain('place')
  expect(findForbidden(names)).toEqual([])
})

test('error codes use standard names', () => {
  expect(findForbidden(Object.keys(serverErrorMessages))).toEqual([])
})

test('migrations use standard names', () => {
  const folder = join(import.meta.dirname, '../../../pb_migrations')
  const names = readdirSync(folder).flatMap((file) => {
    const code = readFileSync(join(folder, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
    return code.match(/[A-Za-z]\w*/g) ?? []
  })
  expect(names.length).toBeGreaterThan(2_000)
  expect(findForbidden(names)).toEqual([])
})
