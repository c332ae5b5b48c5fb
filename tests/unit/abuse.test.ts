import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../integration/abuse')
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

/** What a test is called, or what stands in its place: `// A14 is not tried: …`, the reason. */
const tested = texts.flatMap((text) => [...text.matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*'(A\d\d) \S/g)])
const excepted = texts.flatMap((text) => [...text.matchAll(/^ *\/\/ (A\d\d) is not tried: \w.*\w/gm)])
const numbersOf = (found: RegExpMatchArray[]) => [...new Set(found.map(([, number = '']) => number))].toSorted()

test('each of the 76 hostile requests is tried by its number, or says why not', () => {
  const all = Array.from({ length: 76 }, (_, index) => `A${String(index + 1).padStart(2, '0')}`)
  expect(numbersOf([...tested, ...excepted])).toEqual(all)
})

test('none is both tried and excepted', () => {
  const numbers = numbersOf(tested)
  expect(numbersOf(excepted).filter((number) => numbers.includes(number))).toEqual([])
})
