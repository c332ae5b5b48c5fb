import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../integration/abuse')
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

/** Titles of tests, or comments that give the reason for a missing one: `// A14 is not tried: …`. */
const tested = texts.flatMap((text) => [...text.matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*'(A\d\d) \S/g)])
const excepted = texts.flatMap((text) => [...text.matchAll(/^ *\/\/ (A\d\d) is not tried: \w.*\w/gm)])
const numbersOf = (found: RegExpMatchArray[]) => [...new Set(found.map(([, number = '']) => number))].toSorted()

test('every hostile request A01 to A76 has a test or a stated exception', () => {
  const all = Array.from({ length: 76 }, (_, index) => `A${String(index + 1).padStart(2, '0')}`)
  expect(numbersOf([...tested, ...excepted])).toEqual(all)
})

test('no hostile request has both a test and an exception', () => {
  const numbers = numbersOf(tested)
  expect(numbersOf(excepted).filter((number) => numbers.includes(number))).toEqual([])
})
