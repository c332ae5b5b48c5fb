import { expect, test } from 'vitest'
import { parseCondition, type TemplateCondition } from '../../../src/domain/documents/condition-text.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { evaluateFormatCondition, listFormatConditions } from '../../../src/domain/formats/format-conditions.ts'
import { findTextsForCondition } from '../../../src/formats/trial/find-texts-for-condition.ts'

const field = (key: string, type: Field['type'] = 'text', more: Partial<Field> = {}): Field => ({
  key,
  label: key.toUpperCase(),
  type,
  ...more,
})
const fields = [
  field('pago', 'choice', { options: [{ value: 'contado' }, { value: 'mensual' }] }),
  field('cuotas', 'integer', {
    visibleIf: { key: 'pago', equals: 'mensual' },
    requiredIf: { key: 'pago', equals: 'mensual' },
  }),
  field('anticipo', 'boolean'),
  field('valor', 'money'),
  field('doble', 'computed', { formula: 'valor * 2' }),
  field('fin', 'date'),
  field('garantias', 'choices', { options: [{ value: 'calidad' }, { value: 'salarios' }] }),
  field('nota'),
  field('items', 'table', { columns: [field('precio', 'money')] }),
]
const read = (text: string) => parseCondition(text) as TemplateCondition

test('lists the conditions of fields, stages and text, each once', () => {
  const body = `{{#si valor > 10}}a{{sino si fin < 2025-01-31}}b{{sino}}c{{/si}}{{#anticipo}}d{{/anticipo}}
{{#items}}
| {{#si precio > 5}}x{{/si}} |
{{/items}}
{{#si valor > 10}}e{{/si}}`
  const route = [{ key: 'uno', name: 'Finanzas', when: { key: 'valor', sign: '>=', than: '1000000.5' } as const }]
  expect(listFormatConditions({ fields, body, route })).toEqual([
    { part: 'field', name: 'CUOTAS', condition: read('pago = "mensual"'), table: '' },
    { part: 'required', name: 'CUOTAS', condition: read('pago = "mensual"'), table: '' },
    { part: 'stage', name: 'Finanzas', condition: read('valor >= 1000000,5'), table: '' },
    { part: 'text', name: '', condition: read('valor > 10'), table: '' },
    { part: 'text', name: '', condition: read('fin < 2025-01-31'), table: '' },
    { part: 'text', name: '', condition: read('anticipo'), table: '' },
    { part: 'text', name: '', condition: read('precio > 5'), table: 'items' },
  ])
})

test('evaluates a condition with the values, and in a table with each row', () => {
  const judge = (text: string, values: object, table = '') =>
    evaluateFormatCondition({ condition: read(text), table }, fields, values as never)
  expect(judge('valor > 10', { valor: '11' })).toEqual({ met: 1, of: 1 })
  // A hidden field has no value.
  expect(judge('cuotas', { cuotas: 3, pago: 'contado' })).toEqual({ met: 0, of: 1 })
  expect(judge('cuotas', { cuotas: 3, pago: 'mensual' })).toEqual({ met: 1, of: 1 })
  const items = [{ precio: '4' }, { precio: '6' }, {}]
  expect(judge('precio > 5', { items }, 'items')).toEqual({ met: 1, of: 3 })
})

test.each([
  ['pago = "mensual"', true, {}, { pago: 'mensual' }],
  ['pago = "mensual"', false, { pago: 'mensual' }, { pago: 'contado' }],
  ['anticipo', true, {}, { anticipo: 'Sí' }],
  ['anticipo', false, { anticipo: true }, { anticipo: 'No' }],
  ['valor > 1.000.000', true, {}, { valor: '1.000.001,00' }],
  ['valor >= 1.000.000', false, { valor: '2000000' }, { valor: '1,00' }],
  ['valor > 1 y anticipo', true, { valor: '5' }, { valor: '5,00', anticipo: 'Sí' }],
  ['fin < 31/01/2025', true, { fin: '2025-02-01' }, { fin: '30/01/2025' }],
  ['garantias = "salarios"', true, { garantias: ['calidad'] }, { garantias: ['salarios'] }],
  ['vacío(nota)', false, {}, { nota: 'Prueba' }],
  ['vacío(nota)', true, { nota: 'x' }, { nota: '' }],
  // A field that is hidden is shown first, and a computed field follows its operands.
  ['cuotas > 2', true, { pago: 'contado' }, { pago: 'mensual', cuotas: '3' }],
  ['doble > 100', true, {}, { valor: '100,00' }],
] as const)('finds values so that «%s» is %s', (text, wanted, values, expected) => {
  const context = { today: '2025-06-01', country: 'CO' }
  const found = findTextsForCondition(read(text), wanted, { fields, values: values as never, context })
  expect(found).toEqual(expected)
})

test('gives up on a condition that no typed value can change', () => {
  const context = { today: '2025-06-01', country: 'CO' }
  const solve = (text: string) => findTextsForCondition(read(text), true, { fields, values: {}, context })
  expect(solve('items')).toBeNull()
  expect(solve('valor > 1 y valor < 0')).toBeNull()
  expect(solve('nadie')).toBeNull()
})
