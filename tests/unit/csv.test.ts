import { expect, test } from 'vitest'
import { csvLines } from '../../src/domain/csv.ts'

test('semicolons and CRLF, with quotes only where they are needed', () => {
  expect(csvLines([['a', 'b;c', 'dice "sí"', 'dos\nlíneas']])).toBe('a;"b;c";"dice ""sí""";"dos\nlíneas"\r\n')
})

test.each(['=HYPERLINK("http://evil")', '+1', '-1', '@x', '\t=1', '\r=1'])('%j is text, not a formula', (text) => {
  expect(csvLines([[text]])).toMatch(/^"?'/)
})

test('numbers have a decimal comma and keep their sign; booleans are words; nothing is empty', () => {
  expect(csvLines([[-2.5, true, null, undefined, 0]])).toBe('-2,5;Sí;;;0\r\n')
})
