import { describe, expect, it, test } from 'vitest'
import type { Column } from '../../../src/domain/fields/field.ts'
import { detectDecimalSeparator } from '../../../src/domain/fields/number-text.ts'
import { spellOutValue } from '../../../src/domain/fields/spell-out-value.ts'
import { createValueParser, formatValue } from '../../../src/domain/fields/values.ts'
import { context, typed } from './typed.ts'

const cop = { type: 'money', currency: 'COP' } as const
const column = (field: Partial<Column>) => ({ key: 'n', label: 'N', ...field }) as Column

test.each([
  ['1.234', 1234],
  ['1 234', 1234],
  ['1\u00a0234', 1234],
  ['1234,00', 1234],
  ['1,234', 1234],
  ['350.000', 350000],
  ['007', 7],
  ['-5', -5],
  ['−5', -5],
  ['1234,5', '!decimals'],
  ['1.23', '!decimals'],
  ['1 23', '!number'],
  ['doce', '!number'],
  ['$ 12', '!number'],
  ['1E+05', '!precision'],
  ['9999999999999999', '!max'],
])('parses integer %s', (text, value) => expect(typed({ type: 'integer' }, text)).toBe(value))

test.each([
  ['1.234,56', '1234.56'],
  ['1234,56', '1234.56'],
  ['13,75', '13.75'],
  ['1234.56', '1234.56'],
  ['1.234.567', '1234567'],
  ["2'500.000,5", '2500000.5'],
  [',5', '0.5'],
  ['4,50', '4.5'],
  ['0,125', '0.125'],
  ['0.125', '0.125'],
  ['1.500', '"1500" ~separator'],
  ['1,500', '"1.5" ~separator'],
  ['4,1234', '!decimals ?4,123'],
  ['1.23.4', '!number'],
  ['1.2345.678', '!number'],
  ['5,', '!number'],
])('parses decimal %s', (text, value) => expect(typed({ type: 'decimal', decimals: 3 }, text)).toBe(value))

describe('column with a known decimal separator', () => {
  test.each([
    ['1234.56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234', '1.234'],
    ['1.234,56', '!number'],
    ['13,75', '!number'],
  ])('parses with point: %s', (text, value) =>
    expect(typed({ type: 'decimal', decimals: 3 }, text, { decimal: '.' })).toBe(value),
  )

  test.each([
    ['1.234', '1234'],
    ['1,500', '1.5'],
    ['1234.56', '!number'],
  ])('parses with comma: %s', (text, value) =>
    expect(typed({ type: 'decimal', decimals: 3 }, text, { decimal: ',' })).toBe(value),
  )

  it('suggests the rounded number in the notation of the column', () => {
    expect(typed({ type: 'decimal' }, '1234.567', { decimal: '.' })).toBe('!decimals ?1234.57')
    expect(typed({ type: 'decimal' }, '1.234,567')).toBe('!decimals ?1.234,57')
  })
})

test.each([
  ['$ 1.234.567,89', '1234567.89'],
  ['COP 1234567', '1234567.00'],
  ['2.500.000 COP', '2500000.00'],
  ["$2'500.000", '2500000.00'],
  ['350.000', '350000.00'],
  ['350,000', '350000.00'],
  ['0,500', '0.50'],
  ['1,234,567.89', '1234567.89'],
  ['1.234.567,8900', '1234567.89'],
  ['$ -', '0.00'],
  [' $ -   ', '0.00'],
  ['(1.234)', '-1234.00'],
  ['$ (1.234,50)', '-1234.50'],
  ['($ 5)', '-5.00'],
  ['-$ 5', '-5.00'],
  ['5-', '-5.00'],
  ['-0', '0.00'],
  ['1.234.567,899', '!decimals ?1.234.567,90'],
  ['US$ 5', '!number'],
  ['USD 5', '!number'],
  ['€ 5', '!number'],
  ['19 %', '!number'],
  ['1,23E+07', '!precision'],
  ['1234567890123456', '!max'],
  ['-1234567890123456', '!min'],
  ['$', '!number'],
  ['-', '!number'],
])('parses money %s', (text, value) => expect(typed(cop, text)).toBe(value))

test.each([
  ['$ 350.000', '350000'],
  ['1.234,00', '1234'],
  ['12,5', '!decimals ?13'],
])('parses Chilean pesos %s', (text, value) => expect(typed({ type: 'money', currency: 'CLP' }, text)).toBe(value))

test.each([
  ['19 %', '19'],
  ['19%', '19'],
  ['19', '19'],
  ['19,5', '19.5'],
  ['0,19', '"0.19" ~fraction'],
  ['0,5 %', '0.5'],
  ['7,1255', '!decimals ?7,13'],
])('parses percent %s', (text, value) => expect(typed({ type: 'percent' }, text)).toBe(value))

it('reads 0,19 as 19 % only in a cell with percent format', () => {
  expect(typed({ type: 'percent' }, '0,19', { percentCell: true })).toBe('19')
  expect(typed({ type: 'percent' }, '19 %', { percentCell: true })).toBe('19')
})

describe('number cell', () => {
  const read = (field: Partial<Column>, cell: number, hints = {}) =>
    createValueParser(column(field), context).number(cell, hints)
  test.each([
    [cop, 350000, { value: '350000.00' }],
    [cop, 350.125, { error: 'decimals', suggestion: '350,13' }],
    [cop, 13.750000000000002, { value: '13.75' }],
    [cop, 0.1 + 0.2, { value: '0.30' }],
    [cop, 1e15, { error: 'precision' }],
    [cop, Number.NaN, { error: 'precision' }],
    [{ type: 'integer' } as const, 5.5, { error: 'decimals' }],
    [{ type: 'idDocument', kinds: ['CC'] } as Partial<Column>, 12345678, { value: '12345678' }],
    [{ type: 'boolean' } as const, 1, { value: true }],
    [{ type: 'text' } as const, 12.5, { value: '12,5' }],
    [{ type: 'date' } as const, 45750, { error: 'date', suggestion: '3 de abril de 2025' }],
  ])('parses %j %d exactly', (field, cell, reading) => expect(read(field, cell)).toEqual(reading))

  it('multiplies the fraction in percent format', () => {
    expect(read({ type: 'percent' }, 0.195, { percentCell: true })).toEqual({ value: '19.5' })
  })
})

test.each([
  ['1.234.567,89', ','],
  ['1,234.5', '.'],
  ['13,75', ','],
  ['1.234.567', ','],
  ['1.234', 'ambiguous'],
  ['1,234', 'ambiguous'],
  ['0,125', ','],
  ['1234', null],
  ['hola', null],
])('detects in %s the decimal separator %s', (text, sign) => expect(detectDecimalSeparator(text, false)).toBe(sign))

it('detects thousands by three digits if the type has no three decimals', () => {
  expect(detectDecimalSeparator('$ 350.000', true)).toBe(',')
  expect(detectDecimalSeparator('350,000', true)).toBe('.')
})

describe('format number', () => {
  test.each([
    [{ type: 'integer' }, 2025, undefined, '2025'],
    [{ type: 'integer' }, 1234567, undefined, '1.234.567'],
    [{ type: 'decimal' }, '1234.5', undefined, '1.234,5'],
    [{ type: 'percent' }, '19', undefined, '19 %'],
    [cop, '2500000.00', undefined, '$ 2.500.000,00'],
    [cop, '2500000.00', 'moneda', '$ 2.500.000,00'],
    [cop, '-12.50', undefined, '-$ 12,50'],
    [{ type: 'money', currency: 'USD' }, '12.50', undefined, 'US$ 12,50'],
    [{ type: 'money', currency: 'CLP' }, '350000', undefined, '$ 350.000'],
    [{ type: 'money' }, '98500.00', undefined, '98.500,00'],
    [{ type: 'computed', currency: 'COP' }, '3000000.00', undefined, '$ 3.000.000,00'],
    [{ type: 'computed' }, '1465187.50', 'moneda', '1.465.187,50'],
    [{ type: 'computed' }, 'MIL PESOS', undefined, 'MIL PESOS'],
  ] as const)('prints %j %s %s → %s', (field, value, style, text) =>
    expect(formatValue(column(field), value, style)).toBe(text),
  )

  test.each([
    [{ type: 'integer' }, 30, 'treinta'],
    [{ type: 'decimal' }, '4.05', 'cuatro coma cero cinco'],
    [{ type: 'percent' }, '19', 'diecinueve por ciento'],
    [cop, '2500000.00', 'DOS MILLONES QUINIENTOS MIL PESOS M/CTE'],
    [{ type: 'computed', currency: 'COP' }, '3000000.00', 'TRES MILLONES DE PESOS M/CTE'],
    [{ type: 'computed' }, 'MIL PESOS', 'MIL PESOS'],
  ] as const)('spells out %j %s → %s', (field, value, text) => expect(spellOutValue(column(field), value)).toBe(text))
})
