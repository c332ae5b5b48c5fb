import { expect, test } from 'vitest'
import { formatCsvRows } from '../../src/domain/text/csv.ts'
import { normalizeLines } from '../../src/domain/text/text.ts'

test('separates cells with semicolons and rows with CRLF, and quotes only if needed', () => {
  expect(formatCsvRows([['a', 'b;c', 'dice "sí"', 'dos\nlíneas']])).toBe('a;"b;c";"dice ""sí""";"dos\nlíneas"\r\n')
})

test.each(['=HYPERLINK("http://evil")', '+1', '-1', '@x', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠x'])(
  'prefixes %j so that it is text, not a formula',
  (text) => {
    expect(formatCsvRows([[text]])).toMatch(/^"?'/)
  },
)

// Parsed with commas, like spreadsheets in Mexico; quotes count only at the start of a cell.
test.each([
  ['Ana,=1+1', 'Ana,_=1+1'],
  ['Ana,+1,-1,@x', 'Ana,_+1,_-1,_@x'],
  ['Ana,＝1+1,＠x', 'Ana,_＝1+1,_＠x'],
  ['dos\n＋1', '"dos\n_＋1"'],
  ['dos\n=1+1', '"dos\n_=1+1"'],
  ['dos\n- uno', '"dos\n_- uno"'],
  ['=a,=b', "'=a,_=b"],
  ["signos '+','-'", "signos '+','-'"],
  ['Bogotá, D. C. - 2', 'Bogotá, D. C. - 2'],
])('prevents formulas within %j and restores the text when read', (text, kept) => {
  const line = formatCsvRows([[text]])
  expect(line).toBe(`${kept.replaceAll('_', '\u200b')}\r\n`)
  expect(normalizeLines(line).replace(/^["']|"$/g, '')).toBe(text)
})

test('formats decimals with a comma, booleans as words and missing values as empty', () => {
  expect(formatCsvRows([[-2.5, true, null, undefined, 0]])).toBe('-2,5;Sí;;;0\r\n')
})
