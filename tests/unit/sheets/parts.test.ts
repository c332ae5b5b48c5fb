import { expect, test } from 'vitest'
import { decodeUtf8 } from '../../../src/sheets/files/bytes.ts'
import { toColumnLetters } from '../../../src/sheets/files/cell-reference.ts'
import { decodeCodePage } from '../../../src/sheets/files/csv/encoding.ts'
import { repairMojibake } from '../../../src/sheets/files/csv/mojibake.ts'
import { formatExcelNumber } from '../../../src/sheets/files/number-formatting.ts'
import { StringTable } from '../../../src/sheets/files/string-table.ts'

test('names columns like Excel', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16383].map(toColumnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ])
})

test.each([
  ['ibm850', [0xa0, 0x82, 0xa1, 0xa2, 0xa3, 0xa4, 0x81, 0xb5, 0x90, 0xd6, 0xe0, 0xe9, 0xa5, 0x9a], 'áéíóúñüÁÉÍÓÚÑÜ'],
  ['ibm437', [0xa0, 0x82, 0xa1, 0xa2, 0xa3, 0xa4, 0x81, 0x90, 0xa5, 0x9a, 0xa6, 0xa7, 0xa8, 0x9b], 'áéíóúñüÉÑÜªº¿¢'],
  ['macintosh', [0x87, 0x8e, 0x92, 0x97, 0x9c, 0x96, 0x9f, 0xe7, 0x83, 0xea, 0xee, 0xf2, 0x84, 0x86], 'áéíóúñüÁÉÍÓÚÑÜ'],
] as const)('decodes %s', (codePage, bytes, text) => {
  expect(decodeCodePage(Uint8Array.from([...bytes, 0x41]), codePage)).toBe(`${text}A`)
})

test.each([
  ['MuÃ±oz', 'Muñoz'],
  ['ÃÃ±igo NÃºÃ±ez', 'ÃÃ±igo Núñez'],
  ['Ã\u0081vila', 'Ávila'],
  ['â€œholaâ€\u009d â€“ â‚¬', '“hola” – €'],
  ['Muñoz', 'Muñoz'],
  ['SÃO Tomé', 'SÃO Tomé'],
  ['ñÃ±', 'ñÃ±'],
])('repairs %j as %j', (broken, repaired) => {
  expect(repairMojibake(broken)).toBe(repaired)
})

test('stores each text once', () => {
  const texts = new StringTable()
  const ids = ['ñandú', 'Ñandú', 'ñandú', '', 'ñandú'].map((text) => texts.add(text))
  expect(ids).toEqual([0, 1, 0, 2, 0])
  expect(texts.map((text) => text.toUpperCase()).get(1)).toBe('ÑANDÚ')
  expect(texts.get(2)).toBe('')
})

test.each<[text: string, bytes: number[]]>([
  ['Peña', [0x50, 0x65, 0xc3, 0xb1, 0x61]],
  ['ñ', [0xc3, 0xb1]],
  ['aÃ±', [0x61, 0xc3, 0x83, 0xc2, 0xb1]],
  ['a€', [0x61, 0xe2, 0x82, 0xac]],
  ['😀a', [0xf0, 0x9f, 0x98, 0x80, 0x61]],
  ['a\ufffd', [0x61, 0xc3]],
  ['\ufffda', [0xc3, 0x61]],
  ['\ufffda', [0xb1, 0x61]],
  ['\ufffd\ufffd', [0xc0, 0x80]],
])('decodes %j, also if its bytes are invalid', (text, bytes) => {
  // The following byte completes a character if it is taken for part of the text.
  expect(decodeUtf8(Uint8Array.from([0xb1, ...bytes, 0xb1]), 1, bytes.length + 1)).toBe(text)
})

test.each<[string, number, string | undefined]>([
  ['#,##0', 2500000, '2.500.000'],
  ['#,##0.00', 1234567.891, '1.234.567,89'],
  ['"$"\\ #,##0', 350000, '$ 350.000'],
  ['[$$-240A]\\ #,##0.00', 1250000, '$ 1.250.000,00'],
  ['#,##0\\ [$COP]', 5, '5 COP'],
  ['_-"$"* #,##0.00_-;-"$"* #,##0.00_-;_-"$"* "-"??_-', 1500.5, '$ 1.500,50'],
  ['_-"$"* #,##0.00_-;-"$"* #,##0.00_-;_-"$"* "-"??_-', -1500.5, '-$ 1.500,50'],
  ['_-"$"* #,##0.00_-;-"$"* #,##0.00_-;_-"$"* "-"??_-', 0, '$ -'],
  ['#,##0;[Red](#,##0)', -1200, '(1.200)'],
  ['0.00', -0.5, '-0,50'],
  ['0.0#', 13.75, '13,75'],
  ['0.0#', 13, '13,0'],
  ['0.00%', 0.195, '19,50%'],
  ['0" días"', 30, '30 días'],
  ['0.00E+00', 1500, undefined],
  ['# ??/??', 1.5, undefined],
  ['#,##0,', 1500000, undefined],
  ['[>1000]#,##0;0', 5, undefined],
  ['General', 5, undefined],
])('formats with %j the number %d as %j', (code, value, shown) => {
  expect(formatExcelNumber(code, value)).toBe(shown)
})
