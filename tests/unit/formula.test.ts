import { describe, expect, it, test } from 'vitest'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { parseFormula } from '../../src/domain/fields/formula.ts'
import { computeValues } from '../../src/domain/fields/values.ts'

const given: Field[] = [
  { key: 'a', label: 'A', type: 'decimal' },
  { key: 'b', label: 'B', type: 'integer' },
  { key: 'pesos', label: 'Pesos', type: 'money', currency: 'COP' },
  { key: 'monto', label: 'Monto', type: 'money' },
  { key: 'moneda', label: 'Moneda', type: 'choice', options: [{ value: 'COP' }, { value: 'USD' }] },
  { key: 'desde', label: 'Desde', type: 'date' },
  { key: 'hasta', label: 'Hasta', type: 'date' },
  {
    key: 'items',
    label: 'Ítems',
    type: 'table',
    columns: [
      { key: 'cantidad', label: 'Cantidad', type: 'decimal', decimals: 3 },
      { key: 'valor', label: 'Valor', type: 'money' },
      { key: 'iva_pct', label: 'IVA', type: 'choice', options: [{ value: '0' }, { value: '19' }] },
      { key: 'iva', label: 'IVA', type: 'computed', decimals: 2, formula: 'total * iva_pct / 100' },
      { key: 'total', label: 'Total', type: 'computed', decimals: 2, formula: 'cantidad * valor' },
    ],
  },
]
const values: Values = {
  a: '2.5',
  b: 4,
  pesos: '1000000.00',
  monto: '10.50',
  moneda: 'USD',
  desde: '2024-02-01',
  hasta: '2024-03-01',
  items: [
    { cantidad: '0.333', valor: '100.00', iva_pct: '19' },
    { cantidad: '2', valor: '0.10', iva_pct: '0' },
    { valor: '5.00' },
  ],
}

function compute(formula: string, settings: Partial<Field> = {}, seen = values) {
  return computeValues([...given, { key: 'x', label: 'X', type: 'computed', formula, ...settings }], seen).x
}

test.each([
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['10 - 4 - 3', '3'],
  ['100 / 10 / 5', '2'],
  ['-a + 3', '0.5'],
  ['2 * -3', '-6'],
  ['a * b', '10'],
  ['0.1 + 0.2', '0.3'],
  ['1 / 3', '0.333333'],
  ['a / (b - 4)', undefined],
  ['diasEntre(desde, hasta)', '29'],
  ['diasEntre(hasta, desde)', '-29'],
  ['diasEntre(desde, hasta) + 1', '30'],
  ['enLetras(pesos)', 'UN MILLÓN DE PESOS M/CTE'],
  ['enLetras(b)', 'CUATRO'],
  ['enLetras(monto, moneda)', 'DIEZ DÓLARES DE LOS ESTADOS UNIDOS DE AMÉRICA CON CINCUENTA CENTAVOS'],
  ['fechaEnLetras(desde)', 'primero (1.º) de febrero de dos mil veinticuatro (2024)'],
  ['suma(items.total)', '33.5'],
  ['suma(items.iva)', '6.33'],
  ['suma(items.valor)', '105.1'],
  ['ausente + 1', undefined],
  ['x + 1', undefined],
  ['suma(items)', undefined],
  ['items', undefined],
  ['desde + 1', undefined],
  ['alert(1)', undefined],
])('computes %s as %s', (formula, result) => expect(compute(formula)).toBe(result))

test.each([
  '',
  '1 +',
  '* 2',
  '(1',
  '1)',
  'a b',
  'enLetras(a',
  'enLetras(a,)',
  'a..b',
  '1,5',
  'a; b',
  'a["b"]',
  '`a`',
  "'a'",
  '('.repeat(60),
  `1${'+1'.repeat(300)}`,
])('rejects %j as a formula', (formula) => {
  expect(parseFormula(formula)).toBeNull()
  expect(compute(formula)).toBeUndefined()
})

describe('rounding', () => {
  it('rounds half away from zero to the decimals of the currency or of the field', () => {
    expect(compute('pesos / 7', { currency: 'COP' })).toBe('142857.14')
    expect(compute('1.005 * 1', { decimals: 2 })).toBe('1.01')
    expect(compute('5 * 1', { decimals: 2 })).toBe('5.00')
    expect(compute('0.5 * 1', { currency: 'CLP' })).toBe('1')
  })

  it('writes a computed amount in the currency of its own field', () => {
    expect(compute('enLetras(a * 2)', { currency: 'COP' })).toBe('CINCO PESOS M/CTE')
  })
})

describe('size of results', () => {
  it('allows 30 digits, and has no value beyond', () => {
    expect(compute('1000000000000000 * 100000000000000')).toBe('100000000000000000000000000000')
    expect(compute('1000000000000000 * 1000000000000000')).toBeUndefined()
    expect(compute('1000000000000000 * 1000000000000000 / 1000000000000000')).toBeUndefined()
    expect(compute('999999999999999999999999999999 + 1')).toBeUndefined()
    expect(compute('0 - 999999999999999999999999999999 - 1')).toBeUndefined()
    const items = Array.from({ length: 3 }, () => ({ valor: '500000000000000000000000000000' }))
    expect(compute('suma(items.valor)', {}, { items })).toBeUndefined()
  })

  it('rounds long decimals to twelve places instead', () => {
    expect(compute(`1.000001${' * 1.000001'.repeat(9)}`)).toBe('1.00001')
  })
})

describe('formula with missing values', () => {
  it('has no value and assumes no currency', () => {
    expect(compute('a + b', {}, { a: '1' })).toBeUndefined()
    expect(compute('enLetras(monto, moneda)', {}, { monto: '1.00' })).toBeUndefined()
    expect(compute('suma(items.total)', {}, { items: [] })).toBeUndefined()
    expect(compute('a + b', {}, { a: 'dos', b: 1 })).toBeUndefined()
  })

  it('never throws on malformed values', () => {
    for (const odd of [null, 1, 'x', [1, null, 'x'], [[]], {}, Number.NaN])
      expect(() => compute('suma(items.total)', {}, { items: odd } as unknown as Values)).not.toThrow()
  })
})

it('computes columns in order of dependency and ignores submitted values', () => {
  const rows = computeValues(given, { items: [{ cantidad: '2', valor: '50.00', iva_pct: '19', total: '1', iva: '9' }] })
  expect(rows).toEqual({ items: [{ cantidad: '2', valor: '50.00', iva_pct: '19', total: '100.00', iva: '19.00' }] })
})

it('removes a submitted value that cannot be computed', () => {
  const fields: Field[] = [...given, { key: 'x', label: 'X', type: 'computed', formula: 'a + b' }]
  expect(computeValues(fields, { x: '99' })).toEqual({})
})
