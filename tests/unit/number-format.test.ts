import { expect, test } from 'vitest'
import { formatCount, formatNumber } from '../../src/lib/number-format.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_234, '1.234'],
  [-12_345, '-12.345'],
  [100_000, '100.000'],
  [1_234_567, '1.234.567'],
  [1_234.5, '1.234,5'],
])('formats %d as «%s»', (count, expected) => {
  expect(formatNumber(count)).toBe(expected)
})

test('formats a count with its noun', () => {
  expect([formatCount(1, 'fila', 'filas'), formatCount(2_500, 'fila', 'filas')]).toEqual(['1 fila', '2.500 filas'])
})
