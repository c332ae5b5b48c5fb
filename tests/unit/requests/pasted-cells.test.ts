import { expect, test } from 'vitest'
import { hasSeveralCells, parsePastedCells } from '../../../src/requests/form/use-table-rows.ts'

test('rows and cells as a spreadsheet copies them, with its last line end', () => {
  expect(parsePastedCells('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('empty cells keep their place, also at the end of a row', () => {
  expect(parsePastedCells('a\t\tc\n\t\t')).toEqual([
    ['a', '', 'c'],
    ['', '', ''],
  ])
})

test('quotes hold line ends, tabs and quotes together', () => {
  expect(parsePastedCells('"uno\ndos"\t"dice ""sí"""\tx')).toEqual([['uno\ndos', 'dice "sí"', 'x']])
})

test('a quote inside a cell is a quote', () => {
  expect(parsePastedCells('Tubo 3/4" negro\t2')).toEqual([['Tubo 3/4" negro', '2']])
})

test('a quote that never closes loses nothing', () => {
  expect(parsePastedCells('"abierto\tx\ny\tz').flat().join('|')).toContain('abierto')
  expect(parsePastedCells('"abierto\tx\ny\tz').at(-1)).toEqual(['y', 'z'])
})

test('one cell is left to the browser, with or without its line end', () => {
  expect(hasSeveralCells('hola')).toBe(false)
  expect(hasSeveralCells('hola\r\n')).toBe(false)
  expect(hasSeveralCells('a\tb')).toBe(true)
  expect(hasSeveralCells('a\nb')).toBe(true)
})
