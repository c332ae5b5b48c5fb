import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { convertSheet, fixture } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'cedula', label: 'Cédula', type: 'idDocument', kinds: ['CC'], required: true },
  { key: 'nombre', label: 'Nombre completo', type: 'text', required: true },
  { key: 'ingreso', label: 'Fecha de ingreso', type: 'date', required: true },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', required: true },
  { key: 'activo', label: 'Activo', type: 'boolean', required: true },
]

const right = [
  { cedula: '0012345678', nombre: 'Íñigo Núñez Peña', ingreso: '2025-04-03', valor: '1234567.89', activo: true },
  { cedula: '1020304050', nombre: 'María José Güell', ingreso: '2024-12-31', valor: '13.75', activo: false },
  { cedula: '0000000123', nombre: 'Ñandú Ávila', ingreso: '2023-02-01', valor: '2500000.00', activo: true },
]

describe.each([
  ['excel-windows-1252.csv', 'windows-1252', ';', {}],
  ['excel-utf-8-bom.csv', 'utf-8', ';', {}],
  ['excel-sep.csv', 'windows-1252', ';', {}],
  ['excel-utf-8.csv', 'utf-8', ';', {}],
  ['excel-utf-16le.txt', 'utf-16', '\t', {}],
  ['excel-utf-16be.txt', 'utf-16', '\t', {}],
  ['excel-mac-roman.csv', 'macintosh', ';', { encoding: 'macintosh' }],
  ['excel-twice.csv', 'utf-8', ';', { repair: true }],
] as const)('%s', (name, encoding, delimiter, options) => {
  test('reads the right value of every cell', async () => {
    const { session, book, overview, questions } = await convertSheet(fields, fixture(name), { options })
    expect(session.rows.getRowChunk(0)).toEqual({
      rows: right.map((values, i) => ({ row: i + 2, values })),
      next: null,
    })
    expect(book.csv).toMatchObject({ encoding, delimiter, declared: name === 'excel-sep.csv' })
    expect(overview).toMatchObject({ total: 3, valid: 3, error: 0, ignoredBlank: 3 })
    expect(questions).toEqual([])
  })
})

test('suggests Mac Roman for a file decoded as Windows-1252, with a sample', async () => {
  const { book } = await convertSheet(fields, fixture('excel-mac-roman.csv'))
  expect(book.csv?.encoding).toBe('windows-1252')
  expect(book.mojibake).toEqual({ count: 5, broken: 'CŽdula', repaired: 'Cédula', encoding: 'macintosh' })
})

test('suggests to repair text encoded twice, with a sample', async () => {
  const { book } = await convertSheet(fields, fixture('excel-twice.csv'))
  expect(book.mojibake).toEqual({ count: 6, broken: 'CÃ©dula', repaired: 'Cédula', repair: true })
})

test('reopens the same file in another encoding', async () => {
  const { session } = await convertSheet(fields, fixture('excel-mac-roman.csv'))
  const book = await session.reopen({ encoding: 'macintosh' })
  expect(book.csv?.encoding).toBe('macintosh')
  expect(session.chooseSheet({ sheet: 0 }).columns.map(({ header }) => header)).toContain('Cédula')
})
