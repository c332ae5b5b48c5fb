import { describe, expect, test } from 'vitest'
import { createRejectedCellValidator, toColumnErrors } from '../../../src/domain/batches/rejected-cells.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { validateValues } from '../../../src/domain/fields/values.ts'
import { bytesOf, context, convertSheet } from '../../support/sheets.ts'

/** Returns the error codes of each row on screen, and those of the server for the sent row. */
async function codesOf(fields: Field[], csv: string, answers = {}) {
  const { session, rows } = await convertSheet(fields, bytesOf(csv), { answers })
  const judge = createRejectedCellValidator(fields, context)
  const sent = session.rows.getRowChunk(0).rows.map(({ values, wrong = {} }) => {
    const checked = validateValues(fields, values, context)
    return toColumnErrors(judge(checked.errors, checked.values, wrong))
  })
  const screen = rows.map(({ cells, errors }) => ({
    ...errors,
    ...Object.fromEntries(Object.entries(cells).flatMap(([key, { error }]) => (error ? [[key, error]] : []))),
  }))
  return { screen, sent }
}

const cases: [name: string, field: Partial<Field>, text: string, code: string][] = [
  ['an amount below the minimum', { type: 'money', currency: 'COP', min: '1000' }, '999,99', 'min'],
  ['an amount above the maximum', { type: 'money', currency: 'COP', max: '5000' }, '$ 5.000,01', 'max'],
  [
    'an amount above the maximum, with decimal point',
    { type: 'money', currency: 'COP', max: '5000' },
    '5,000.01',
    'max',
  ],
  ['a text instead of a number', { type: 'integer' }, 'doce', 'number'],
  ['a number rounded by Excel', { type: 'money', currency: 'COP' }, '1,23457E+15', 'precision'],
  ['too many decimals', { type: 'decimal', decimals: 1 }, '1,25', 'decimals'],
  ['an integer below the minimum', { type: 'integer', min: 18 }, '17', 'min'],
  ['a percentage above the maximum', { type: 'percent', max: '19' }, '20 %', 'max'],
  ['a future date', { type: 'date', max: 'today' }, '02/06/2025', 'future'],
  ['a date before the minimum', { type: 'date', min: '2020-01-01' }, '31 de diciembre de 2019', 'min'],
  ['an impossible date', { type: 'date' }, '31/02/2020', 'date'],
  ['a text that is too long', { type: 'text', max: 5 }, 'Anastasia', 'length'],
  ['a text that does not match its pattern', { type: 'text', pattern: '[A-Z]{3}' }, 'abc', 'pattern'],
  ['an unknown choice', { type: 'choice', options: [{ value: 'sí' }] }, 'quizá', 'choice'],
  ['an invalid boolean', { type: 'boolean' }, 'quizá', 'boolean'],
  ['a wrong check digit', { type: 'idDocument', kinds: ['NIT'] }, '900123456-7', 'checkDigit'],
  ['an invalid email', { type: 'email' }, 'ana@', 'email'],
  ['an invalid phone', { type: 'phone' }, '12', 'phone'],
  ['a spreadsheet error', { type: 'text' }, '#¡REF!', 'excelError'],
  ['a cell without its value', { type: 'text', required: true }, 'N/A', 'excelError'],
  ['a missing value', { type: 'text', required: true }, '', 'required'],
]

describe('error codes of server and screen', () => {
  test.each(cases)('are equal for %s: %j with %j', async (_, field, text, code) => {
    const v = { key: 'v', label: 'V', type: 'text', ...field } as Field
    const { screen, sent } = await codesOf([{ key: 'n', label: 'N', type: 'text' }, v], `N;V\nAna;${text}\n`)
    expect(screen).toEqual([{ v: code }])
    expect(sent).toEqual([{ v: code }])
  })

  test('are equal in a column with a decimal point', async () => {
    const fields: Field[] = [{ key: 'v', label: 'V', type: 'money', currency: 'COP', min: '1000' }]
    const { screen, sent } = await codesOf(fields, 'V\n2,000.00\n999.50\nabc\n', { '0:decimal': '.' })
    const codes = [{}, { v: 'min' }, { v: 'number' }]
    expect([screen, sent]).toEqual([codes, codes])
  })

  test('are equal for dependent fields, tables and rows that are too long', async () => {
    const fields: Field[] = [
      { key: 'inicio', label: 'Inicio', type: 'date' },
      { key: 'fin', label: 'Fin', type: 'date', min: '@inicio' },
      {
        ...{ key: 'items', label: 'Ítems', type: 'table', required: true },
        columns: [{ key: 'cantidad', label: 'Cantidad', type: 'integer', required: true, min: 1 }],
      },
    ]
    const header = 'Inicio;Fin;items_1_cantidad;items_2_cantidad'
    const { screen, sent } = await codesOf(
      fields,
      `${header}\n03/04/2025;01/04/2025;1;0\n;;dos;\n03/04/2025;;;;Abril\n`,
    )
    const codes = [
      { fin: 'min', items_2_cantidad: 'min' },
      { items_1_cantidad: 'number' },
      { items: 'required', '*': 'row' },
    ]
    expect([screen, sent]).toEqual([codes, codes])
  })
})
