import { describe, expect, it, test } from 'vitest'
import { sortByFormulaDependency } from '../../../src/domain/fields/computation.ts'
import type { Column, Field } from '../../../src/domain/fields/field.ts'
import { locateFormulaError } from '../../../src/domain/fields/formula-check.ts'
import { listFormatErrors } from '../../../src/formats/editor/format-errors.ts'
import { describeFormulaError } from '../../../src/formats/formulas/formula-error.ts'
import { listFormulaOptions } from '../../../src/formats/formulas/formula-input.tsx'

const context = { today: '2026-11-26', country: 'CO' }
const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', example: '1500000' },
  { key: 'moneda', label: 'Moneda', type: 'choice', options: [{ value: 'COP' }, { value: 'USD' }] },
  { key: 'desde', label: 'Desde', type: 'date', example: '2026-01-31' },
  { key: 'hasta', label: 'Hasta', type: 'date' },
  { key: 'doble', label: 'Doble', type: 'computed', formula: 'valor * 2', currency: 'COP' },
  { key: 'roto', label: 'Roto', type: 'computed', formula: 'valor *' },
  {
    key: 'items',
    label: 'Ítems',
    type: 'table',
    columns: [
      { key: 'codigo', label: 'Código', type: 'text' },
      { key: 'cantidad', label: 'Cantidad', type: 'integer', example: '3' },
      { key: 'precio', label: 'Precio', type: 'money', currency: 'COP', example: '2000' },
      { key: 'total', label: 'Total', type: 'computed', formula: 'cantidad * precio', currency: 'COP' },
    ],
  },
]
const scopeOf = (formula: string) => ({
  field: { key: 'resultado', label: 'Resultado', type: 'computed', formula, currency: 'COP' } as Field,
  siblings: fields,
  outer: null,
})

test.each([
  ['', '', 'Escriba la fórmula.'],
  ['valor +', '', 'Posición 8: Falta un número, un campo o una función al final.'],
  ['valor * * 2', '*', 'Posición 9: Falta un número, un campo o una función antes de «*».'],
  ['valor 2', '2', 'Posición 7: Falta una operación (+ - * /) antes de «2».'],
  ['(valor + (2 * 3)', '(', 'Posición 1: Falta cerrar este paréntesis.'],
  ['2 + enLetras(valor', '(', 'Posición 13: Falta cerrar este paréntesis.'],
  ['(valor))', ')', 'Posición 8: Sobra este paréntesis.'],
  ['valor * 1,5', ',', 'Posición 10: Sobra esta coma. Los decimales se escriben con punto: 1.5.'],
  ['diasEntre(desde; hasta)', ';', 'Posición 16: Separe con coma los datos de una función.'],
  ['valor × 2', '×', 'Posición 7: Para multiplicar, escriba *.'],
  ['año + 1', 'ñ', 'Posición 2: «ñ» no se usa: las claves no llevan tildes ni eñes.'],
  ['valor # 2', '#', 'Posición 7: «#» no se usa en una fórmula.'],
  ['  valr + 1', 'valr', 'Posición 3: Ningún campo tiene la clave «valr». ¿Quiso decir «valor»?'],
  ['1 + zzzzzz', 'zzzzzz', 'Posición 5: Ningún campo tiene la clave «zzzzzz».'],
  [
    'enLetras + 1',
    'enLetras',
    'Posición 1: Después de «enLetras» va un paréntesis: enLetras(monto) o enLetras(monto, moneda).',
  ],
  ['sumar(items.total)', 'sumar', 'Posición 1: No hay una función «sumar». ¿Quiso decir «suma»?'],
  ['2 * valor(1)', 'valor', 'Posición 5: «valor» es un campo: después va una operación (+ - * /).'],
  ['valor + nombre', 'nombre', 'Posición 9: Aquí va un número, y «Nombre» es de tipo Texto.'],
  ['desde', 'desde', 'Posición 1: Aquí va un número, y «Desde» es de tipo Fecha.'],
  ['1 + fechaEnLetras(desde)', 'fechaEnLetras(desde)', 'Posición 5: Aquí va un número.'],
  ['diasEntre(desde, valor)', 'valor', 'Posición 18: Aquí va una fecha, y «Valor» es de tipo Dinero.'],
  ['diasEntre(desde)', 'diasEntre(desde)', 'Posición 1: Escríbala así: diasEntre(inicio, fin).'],
  ['items.total * 2', 'items.total', 'Posición 1: La columna de una tabla va dentro de suma: suma(items.total).'],
  ['suma(valor)', 'valor', 'Posición 6: Aquí va la columna de una tabla, por ejemplo suma(items.total).'],
  ['suma(items.totl)', 'items.totl', 'Posición 6: «Ítems» no tiene la columna «totl». ¿Quiso decir «items.total»?'],
  ['suma(cosas.total)', 'cosas.total', 'Posición 6: Ninguna tabla tiene la clave «cosas».'],
  ['suma(valor.total)', 'valor.total', 'Posición 6: «Valor» no es una tabla.'],
  ['suma(items.codigo)', 'items.codigo', 'Posición 6: Aquí va un número, y «Código» es de tipo Texto.'],
  ['enLetras(valor, nombre)', 'nombre', 'Posición 17: Aquí va un campo con la moneda: una opción como COP o USD.'],
  ['roto + 1', 'roto', 'Posición 1: La fórmula de «Roto» tiene un error.'],
  ['1 + resultado', 'resultado', 'Posición 5: Una fórmula no puede usar su propio campo.'],
])('explains the error of %j', (formula, marked, message) => {
  const described = describeFormulaError(scopeOf(formula))
  expect(described?.message).toBe(message)
  expect(formula.slice(described?.start, described?.end)).toBe(marked)
})

test.each([
  'valor * 2 + doble',
  'enLetras(valor, moneda)',
  'diasEntre(desde, hasta) + 1',
  'suma(items.total)',
  'fechaEnLetras(desde)',
])('finds no error in %s', (formula) => expect(describeFormulaError(scopeOf(formula))).toBeNull())

describe('running balance', () => {
  /** Returns 12 balances, each of which references the balance before twice, and the lookup of fields with a counter. */
  function createBalance() {
    const balances: Column[] = [{ key: 'saldo0', label: 'Saldo', type: 'decimal' }]
    for (let month = 1; month <= 12; month++) {
      const formula = `saldo${month - 1} + saldo${month - 1} * 0.01`
      balances.push({ key: `saldo${month}`, label: `Saldo ${month}`, type: 'computed', formula })
    }
    let reads = 0
    const counted = balances.map((field) => ({
      ...field,
      get formula() {
        reads++
        return field.formula
      },
    })) as Column[]
    return { balances: counted, getReads: () => reads }
  }

  it('reads each formula once in a check', () => {
    const { balances, getReads } = createBalance()
    expect(locateFormulaError('saldo12', (key) => balances.find((field) => field.key === key))).toBeNull()
    expect(getReads()).toBe(12)
  })

  it('reads each formula of a column once, also for two sums', () => {
    const { balances, getReads } = createBalance()
    const table: Field = { key: 'meses', label: 'Meses', type: 'table', columns: balances }
    const formula = 'suma(meses.saldo12) + suma(meses.saldo11)'
    expect(locateFormulaError(formula, (key) => (key === 'meses' ? table : undefined))).toBeNull()
    expect(getReads()).toBe(12)
  })

  it('reads each formula a fixed number of times when it sorts the fields', () => {
    const { balances, getReads } = createBalance()
    expect(sortByFormulaDependency(balances.reverse()).map(({ key }) => key)).toEqual(
      Array.from({ length: 12 }, (_, month) => `saldo${month + 1}`),
    )
    expect(getReads()).toBe(12)
  })

  it('checks each operand of a long chain', () => {
    const find = (key: string) => fields.find((field) => field.key === key)
    expect(locateFormulaError(`desde${' + 1'.repeat(100)}`, find)).toMatchObject({
      problem: 'number',
      start: 0,
      end: 5,
    })
  })
})

it('names the field whose formula uses the edited field', () => {
  const other: Field = { key: 'a', label: 'A', type: 'computed', formula: 'doble + resultado' }
  const scope = { ...scopeOf('1 + a'), siblings: [...fields, other] }
  expect(describeFormulaError(scope)).toEqual({
    start: 4,
    end: 5,
    message: 'Posición 5: La fórmula de «A» usa este campo: las dos no se pueden calcular.',
    isUnfinished: false,
  })
})

it('describes formulas of fields and columns where the format is validated', () => {
  const columns: Column[] = [
    { key: 'cantidad', label: 'Cantidad', type: 'integer' },
    { key: 'total', label: 'Total', type: 'computed', formula: 'cantidad * doble' },
  ]
  const faulty: Field[] = [
    { key: 'doble', label: 'Doble', type: 'computed', formula: '2 *' },
    { key: 'filas', label: 'Filas', type: 'table', columns },
    { key: 'a', label: 'A', type: 'computed', formula: 'a + 1' },
  ]
  const base = { code: 'AA', name: 'A', description: '', category: 'A', body: 'x', requiresReview: true }
  expect(listFormatErrors({ ...base, fields: faulty }, context)).toEqual({
    'fields.0.formula': 'Fórmula. Posición 4: Falta un número, un campo o una función al final.',
    'fields.1.columns.1.formula': 'Fórmula. Posición 12: Ningún campo tiene la clave «doble».',
    'fields.2.formula': 'Fórmula. Posición 1: Una fórmula no puede usar su propio campo.',
  })
})

it('offers fields that a formula can use, sums and functions', () => {
  expect(listFormulaOptions(scopeOf('')).map(({ source, label }) => `${source} ${label}`)).toEqual([
    'valor Valor',
    'moneda Moneda',
    'desde Desde',
    'hasta Hasta',
    'doble Doble',
    'suma(items.cantidad) Suma de Cantidad',
    'suma(items.precio) Suma de Precio',
    'suma(items.total) Suma de Total',
    'enLetras() enLetras',
    'fechaEnLetras() fechaEnLetras',
    'diasEntre() diasEntre',
  ])
})
