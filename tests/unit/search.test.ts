import { expect, test } from 'vitest'
import { tokenizeSearch } from '../../src/domain/text/search.ts'

test.each([
  ['  María   Güell ', ['maría', 'güell']],
  ['SOL-2026-000123', ['sol2026000123']],
  ['sol-2026-0001', ['sol20260001']],
  ['1.020.304.050', ['1020304050']],
  ['1,020,304', ['1020304']],
  ['12.5', ['12', '5']],
  ['Jean-Pierre', ['jean', 'pierre']],
  ['" OR "* NEAR(', ['or', 'near']],
  ['· « —', []],
  ['\ue000oabc', ['oabc']],
  ['', []],
])('splits %j into %j', (search, words) => {
  expect(tokenizeSearch(search)).toEqual(words)
})

test('uses at most ten words', () => {
  expect(tokenizeSearch('a b c d e f g h i j k l')).toHaveLength(10)
})
