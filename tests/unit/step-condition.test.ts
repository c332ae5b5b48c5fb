import { expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import {
  formatStageCondition,
  getComparisonKind,
  parseComparisonValue,
} from '../../src/formats/editor/stage-condition-text.ts'

const context = { today: '2026-03-02', country: 'CO' }
const fields: Field[] = [
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
  { key: 'doble', label: 'Doble', type: 'computed', formula: 'valor * 2', currency: 'COP' },
  { key: 'letras', label: 'En letras', type: 'computed', formula: 'enLetras(valor)' },
  { key: 'dia', label: 'Entrega', type: 'date' },
  { key: 'urgente', label: 'Urgente', type: 'boolean' },
  { key: 'clase', label: 'Clase', type: 'choice', options: [{ value: 'Obra' }] },
  { key: 'nota', label: 'Nota', type: 'text' },
]

test('allows step conditions only on answers, ordered values and dates', () => {
  const asked = fields.map((field) => [field.key, getComparisonKind(field, fields)])
  expect(Object.fromEntries(asked)).toEqual({
    valor: 'number',
    doble: 'number',
    letras: null,
    dia: 'date',
    urgente: 'answer',
    clase: 'answer',
    nota: null,
  })
})

test('parses the typed comparison value and keeps invalid text', () => {
  const [valor, doble, , dia] = fields as [Field, Field, Field, Field]
  expect(parseComparisonValue(valor, 'number', '$ 10.000.000', context)).toBe('10000000')
  expect(parseComparisonValue(doble, 'number', '1.500,50', context)).toBe('1500.5')
  expect(parseComparisonValue(dia, 'date', '03/04/2025', context)).toBe('2025-04-03')
  expect(parseComparisonValue(valor, 'number', 'mucho', context)).toBe('mucho')
})

test('formats a step condition as a sentence', () => {
  const formatCondition = (when: Parameters<typeof formatStageCondition>[0]) => formatStageCondition(when, fields)
  expect(formatCondition(undefined)).toBe('Toda solicitud pasa por este paso.')
  expect(formatCondition({ key: 'valor', sign: '>=', than: '10000000' })).toBe(
    'Solo si «Valor» es al menos $ 10.000.000.',
  )
  expect(formatCondition({ key: 'dia', sign: '<', than: '2025-04-03' })).toBe(
    'Solo si «Entrega» es antes del 3 de abril de 2025.',
  )
  expect(formatCondition({ key: 'urgente', equals: true })).toBe('Solo si «Urgente» es Sí.')
  expect(formatCondition({ key: 'clase', equals: 'Obra' })).toBe('Solo si «Clase» es «Obra».')
  expect(formatCondition({ key: 'valor', sign: '>=', than: '' })).toBe('')
})
