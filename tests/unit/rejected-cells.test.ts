import { describe, expect, test } from 'vitest'
import { createRejectedCellValidator } from '../../src/domain/batches/rejected-cells.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import { validateValues } from '../../src/domain/fields/values.ts'

const context = { today: '2026-11-21', country: 'CO' }
const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 5 },
  { key: 'codigo', label: 'Código', type: 'text', pattern: '[A-Z]{3}' },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', min: '1000', max: '5000', required: true },
  { key: 'edad', label: 'Edad', type: 'integer', min: 18 },
  { key: 'tasa', label: 'Tasa', type: 'decimal', decimals: 1 },
  { key: 'fecha', label: 'Fecha', type: 'date', max: 'today' },
  { key: 'activo', label: 'Activo', type: 'boolean' },
  { key: 'tipo', label: 'Tipo', type: 'choice', options: [{ value: 'CC' }, { value: 'NIT' }] },
  { key: 'documento', label: 'Documento', type: 'idDocument', kindFrom: 'tipo' },
  { key: 'correo', label: 'Correo', type: 'email' },
  {
    ...{ key: 'items', label: 'Ítems', type: 'table', required: true },
    columns: [{ key: 'cantidad', label: 'Cantidad', type: 'integer', required: true, min: 1 }],
  },
]
const values = { nombre: 'Ana', valor: '2000.00', items: [{ cantidad: 2 }] }
const judge = createRejectedCellValidator(fields, context)
const codesOf = (wrong: Record<string, string>, given: object = values) => {
  const { errors, values: kept } = validateValues(fields, given, context)
  return judge(errors, kept, wrong)
}

describe('error of an invalid cell', () => {
  test('of an identity document depends on its kind', () => {
    expect(codesOf({ documento: '900123456-7' }, { ...values, tipo: 'NIT' })).toEqual({ documento: 'checkDigit' })
  })

  test('remains if the text could be valid or a related value is missing', () => {
    expect(codesOf({ nombre: 'Ana', valor: '2.000', fecha: '01/02/2020', correo: '' })).toEqual({
      nombre: 'invalid',
      valor: 'number',
      fecha: 'date',
      correo: 'invalid',
    })
    expect(codesOf({ documento: 'x' }, { ...values, documento: undefined })).toEqual({ documento: 'invalid' })
  })
})

test('replaces the error of a missing value', () => {
  expect(codesOf({ valor: '1' }, { nombre: 'Ana', items: [{ cantidad: 2 }] })).toEqual({ valor: 'min' })
  expect(codesOf({ items_1_cantidad: '0' }, { nombre: 'Ana', valor: '2000.00', items: [{}] })).toEqual({
    'items.0.cantidad': 'min',
  })
  expect(codesOf({ items_2_cantidad: 'dos' })).toEqual({ 'items.1.cantidad': 'number' })
})

test('without a column belongs to the whole row', () => {
  for (const key of ['*1', '*', 'otra', 'items', '12', '__proto__x'])
    expect(codesOf({ [key]: 'Abril' })).toEqual({ '*': 'row' })
})
