import { expect, test } from 'vitest'
import { hasMultipleCells, parsePastedCells } from '../../../src/requests/form/use-table-rows.ts'

test('parses rows and cells as copied by a spreadsheet, with the last line end', () => {
  expect(parsePastedCells('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('keeps empty cells, also at the end of a row', () => {
  expect(parsePastedCells('a\t\tc\n\t\t')).toEqual([
    ['a', '', 'c'],
    ['', '', ''],
  ])
})

test('keeps line ends, tabs and quotes within quoted cells', () => {
  expect(parsePastedCells('"uno\ndos"\t"dice ""sí"""\tx')).toEqual([['uno\ndos', 'dice "sí"', 'x']])
})

test('treats a quote within a cell as text', () => {
  expect(parsePastedCells('Tubo 3/4" negro\t2')).toEqual([['Tubo 3/4" negro', '2']])
})

test('keeps the text after an unclosed quote', () => {
  expect(parsePastedCells('"abierto\tx\ny\tz').flat().join('|')).toContain('abierto')
  expect(parsePastedCells('"abierto\tx\ny\tz').at(-1)).toEqual(['y', 'z'])
})

test('leaves a single cell to the browser', () => {
  expect(hasMultipleCells('hola')).toBe(false)
  expect(hasMultipleCells('hola\r\n')).toBe(false)
  expect(hasMultipleCells('a\tb')).toBe(true)
  expect(hasMultipleCells('a\nb')).toBe(true)
})
