import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { addEmptyRows, toFormValues } from '../../../src/requests/form-conversion.ts'
import { canonicalizeText, type FormValues, validateForm } from '../../../src/requests/form-values.ts'

const context = { today: '2026-11-20', country: 'CO' }

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, min: 3, max: 120 },
  { key: 'tipo', label: 'Tipo', type: 'choice', required: true, options: [{ value: 'CC' }, { value: 'NIT' }] },
  { key: 'documento', label: 'Documento', type: 'idDocument', kinds: ['CC', 'NIT'], kindFrom: 'tipo' },
  { key: 'ingreso', label: 'Ingreso', type: 'date', max: 'today' },
  { key: 'con_salario', label: 'Con salario', type: 'boolean', required: true },
  {
    key: 'salario',
    label: 'Salario',
    type: 'money',
    currency: 'COP',
    visibleIf: { key: 'con_salario', equals: true },
    requiredIf: { key: 'con_salario', equals: true },
  },
  { key: 'areas', label: 'Áreas', type: 'choices', options: [{ value: 'norte' }, { value: 'sur' }] },
  {
    key: 'items',
    label: 'Ítems',
    type: 'table',
    columns: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', required: true },
      { key: 'doble', label: 'Doble', type: 'computed', formula: 'valor * 2' },
    ],
  },
  { key: 'letras', label: 'En letras', type: 'computed', formula: 'enLetras(salario)' },
]

const typed: FormValues = {
  nombre: ' Íñigo  Ñandú ',
  tipo: 'CC',
  documento: '1.020.304.050',
  ingreso: '3/2/2020',
  con_salario: 'Sí',
  salario: '$ 2.500.000',
  areas: ['sur'],
  items: [
    { nombre: 'Papel', valor: '1.234,50' },
    { nombre: '', valor: '' },
  ],
}

test('converts typed texts to canonical values', () => {
  const { values, errors } = validateForm(fields, typed, context)
  expect(errors).toEqual({})
  expect(values).toMatchObject({
    documento: '1020304050',
    ingreso: '2020-02-03',
    con_salario: true,
    salario: '2500000.00',
    areas: ['sur'],
    items: [{ nombre: 'Papel', valor: '1234.50' }],
  })
})

test('keeps invalid text and reports its field', () => {
  const { values, errors } = validateForm(fields, { ...typed, salario: 'dos millones', ingreso: '31/02/2020' }, context)
  expect(values).toMatchObject({ salario: 'dos millones', ingreso: '31/02/2020' })
  expect(errors).toEqual({ salario: 'number', ingreso: 'date' })
})

test('ignores errors of hidden fields', () => {
  expect(validateForm(fields, { ...typed, con_salario: 'No', salario: 'x' }, context).errors).toEqual({})
  expect(validateForm(fields, { ...typed, con_salario: 'Sí', salario: '' }, context).errors).toEqual({
    salario: 'required',
  })
})

test('reports cells of a table by row and column', () => {
  const rows = [
    { nombre: 'Papel', valor: 'cien' },
    { nombre: '', valor: '5' },
  ]
  const { errors } = validateForm(fields, { ...typed, items: rows }, context)
  expect(errors).toEqual({ 'items.0.valor': 'number', 'items.1.nombre': 'required' })
})

test('reads the document kind from another field and suggests the check digit', () => {
  const { errors, suggestions } = validateForm(fields, { ...typed, tipo: 'NIT', documento: '900123456-1' }, context)
  expect(errors.documento).toBe('checkDigit')
  expect(suggestions.documento).toBe('900123456-8')
})

test('formats stored values for editing and parses them to the same values', () => {
  const { values } = validateForm(fields, typed, context)
  const shown = toFormValues(fields, values)
  expect(shown).toMatchObject({ ingreso: '03/02/2020', con_salario: 'Sí', salario: '$ 2.500.000,00' })
  expect(validateForm(fields, shown, context).values).toEqual(values)
})

test('keeps stored invalid text unchanged', () => {
  const shown = toFormValues(fields, { salario: 'dos millones', ingreso: '31/02/2020', con_salario: 'quizá' })
  expect(shown).toMatchObject({ salario: 'dos millones', ingreso: '31/02/2020', con_salario: 'quizá' })
})

test('formats parsed text and leaves free or invalid text unchanged', () => {
  const [name, , , , , salary] = fields as [Field, Field, Field, Field, Field, Field]
  expect(canonicalizeText(salary, '2500000', {}, context).text).toBe('$ 2.500.000,00')
  expect(canonicalizeText(salary, '12x', {}, context).text).toBe('12x')
  expect(canonicalizeText(name, ' a  b ', {}, context).text).toBe(' a  b ')
})

test('adds an empty first row to a table', () => {
  expect(addEmptyRows(fields, toFormValues(fields, {})).items).toEqual([{ nombre: '', valor: '' }])
  expect(addEmptyRows(fields, { items: [{ nombre: 'Papel' }] }).items).toEqual([{ nombre: 'Papel' }])
})
