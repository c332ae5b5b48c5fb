import { describe, expect, test } from 'vitest'
import { toColumnLetters } from '../../../src/sheets/files/cell-reference.ts'
import { convertCodePage } from '../../../src/sheets/files/csv/encoding.ts'
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
  expect(new TextDecoder().decode(convertCodePage(Uint8Array.from([...bytes, 0x41]), codePage))).toBe(`${text}A`)
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

describe('string table', () => {
  test('stores each text once', () => {
    const texts = new StringTable()
    const ids = Array.from({ length: 20_000 }, (_, i) => texts.addText(`ñandú ${i % 5_000} ${'x'.repeat(i % 40)}`))
    expect(new Set(ids).size).toBe(texts.count)
    for (let i = 0; i < ids.length; i += 997)
      expect(texts.get(ids[i] as number)).toBe(`ñandú ${i % 5_000} ${'x'.repeat(i % 40)}`)
  })

  test.each<[text: string, bytes: number[], isIsolated: boolean]>([
    ['Peña', [0x50, 0x65, 0xc3, 0xb1, 0x61], true],
    ['ñ', [0xc3, 0xb1], true],
    ['aÃ±', [0x61, 0xc3, 0x83, 0xc2, 0xb1], false],
    ['a€', [0x61, 0xe2, 0x82, 0xac], false],
    ['😀a', [0xf0, 0x9f, 0x98, 0x80, 0x61], false],
    ['a\ufffd', [0x61, 0xc3], false],
    ['\ufffda', [0xc3, 0x61], false],
    ['\ufffda', [0xb1, 0x61], false],
    ['\ufffd\ufffd', [0xc0, 0x80], false],
  ])('decodes %j, also if its bytes are invalid', (text, bytes, isIsolated) => {
    const texts = new StringTable()
    texts.addText('antes')
    // The following byte completes a character if it is taken for part of the text.
    const id = texts.add(Uint8Array.from([...bytes, 0xb1]), 0, bytes.length)
    texts.add(Uint8Array.of(0xb1), 0, 1)
    expect(texts.get(id)).toBe(text)
    expect(texts.hasOnlyIsolatedLetters(id)).toBe(isIsolated)
  })
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
