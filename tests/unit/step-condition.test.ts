import { expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { FieldCondition } from '../../src/domain/fields/field-key.ts'
import { toTemplateCondition } from '../../src/domain/formats/template-condition.ts'
import { getComparisonKind, parseComparisonValue } from '../../src/formats/conditions/comparison.ts'
import {
  type ConditionDraft,
  formatTextCondition,
  readFieldCondition,
  readTextCondition,
  toFieldCondition,
} from '../../src/formats/conditions/condition-draft.ts'
import { formatCondition } from '../../src/formats/conditions/condition-sentence.ts'

const context = { today: '2026-03-02', country: 'CO' }
const fields: Field[] = [
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
  { key: 'doble', label: 'Doble', type: 'computed', formula: 'valor * 2', currency: 'COP' },
  { key: 'letras', label: 'En letras', type: 'computed', formula: 'enLetras(valor)' },
  { key: 'dia', label: 'Entrega', type: 'date' },
  { key: 'urgente', label: 'Urgente', type: 'boolean' },
  { key: 'clase', label: 'Clase', type: 'choice', options: [{ value: 'Obra' }] },
  { key: 'nota', label: 'Nota', type: 'text' },
  { key: 'etiquetas', label: 'Etiquetas', type: 'choices', options: [{ value: 'caro' }] },
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
    etiquetas: null,
  })
})

test('parses the typed comparison value and keeps invalid text', () => {
  const [valor, doble, , dia] = fields as [Field, Field, Field, Field]
  expect(parseComparisonValue(valor, 'number', '$ 10.000.000', context)).toBe('10000000')
  expect(parseComparisonValue(doble, 'number', '1.500,50', context)).toBe('1500.5')
  expect(parseComparisonValue(dia, 'date', '03/04/2025', context)).toBe('2025-04-03')
  expect(parseComparisonValue(valor, 'number', 'mucho', context)).toBe('mucho')
})

test('formats the condition of a field or stage as a sentence', () => {
  const sentence = (condition: FieldCondition) =>
    formatCondition(toTemplateCondition(condition), (key) => fields.find((field) => field.key === key))
  expect(sentence({ key: 'valor', sign: '>=', than: '10000000' })).toBe('Valor es al menos $ 10.000.000')
  expect(sentence({ key: 'valor', sign: '=', than: '1500.5' })).toBe('Valor es $ 1.500,50')
  expect(sentence({ key: 'dia', sign: '<', than: '2025-04-03' })).toBe('Entrega es antes del 3 de abril de 2025')
  expect(sentence({ key: 'urgente', equals: true })).toBe('Urgente es Sí')
  expect(sentence({ key: 'urgente', equals: false })).toBe('Urgente es No')
  expect(sentence({ key: 'clase', differs: 'Obra' })).toBe('Clase no es Obra')
  expect(sentence({ key: 'nota', empty: true })).toBe('no hay Nota')
  expect(sentence({ key: 'nota', empty: false })).toBe('hay Nota')
  expect(sentence({ key: 'valor', sign: '>=', than: '' })).toBe('Valor es al menos …')
  const tests = [
    { key: 'urgente', equals: true },
    { key: 'etiquetas', equals: 'caro' },
  ] as const
  expect(sentence({ joint: 'or', tests: [...tests] })).toBe('Urgente es Sí o Etiquetas incluye caro')
})

const find = (key: string) => fields.find((field) => field.key === key)

test.each([
  ['nota', { joint: 'and', tests: [{ key: 'nota', test: 'there', text: '' }] }],
  ['vacío(nota)', { joint: 'and', tests: [{ key: 'nota', test: 'missing', text: '' }] }],
  ['no urgente', { joint: 'and', tests: [{ key: 'urgente', test: 'missing', text: '' }] }],
  ['valor >= 1.000', { joint: 'and', tests: [{ key: 'valor', test: '>=', text: '1.000' }] }],
  ['clase = «obra "x"»', { joint: 'and', tests: [{ key: 'clase', test: '=', text: 'obra "x"' }] }],
  [
    'urgente o nota != "a y b" o valor > 5',
    {
      joint: 'or',
      tests: [
        { key: 'urgente', test: 'there', text: '' },
        { key: 'nota', test: '!=', text: 'a y b' },
        { key: 'valor', test: '>', text: '5' },
      ],
    },
  ],
] as const)('reads and writes the condition %s of a text', (source, draft) => {
  expect(readTextCondition(source)).toEqual(draft)
  expect(formatTextCondition(draft as unknown as ConditionDraft, find)).toBe(source)
})

test.each(['valor > doble', 'urgente y (nota o clase)', 'urgente o nota y clase', 'no vacío(nota)', 'valor >'])(
  'leaves the condition %s of a text as source',
  (source) => expect(readTextCondition(source)).toBeNull(),
)

test.each<FieldCondition>([
  { key: 'urgente', equals: false },
  { key: 'clase', equals: 'Obra' },
  { key: 'etiquetas', differs: 'caro' },
  { key: 'valor', sign: '=', than: '5' },
  { key: 'doble', sign: '>', than: '5.5' },
  { key: 'nota', empty: true },
  {
    joint: 'or',
    tests: [
      { key: 'dia', sign: '<=', than: '2025-01-31' },
      { key: 'nota', empty: false },
    ],
  },
])('reads and writes the condition %j of a field', (condition) => {
  expect(toFieldCondition(readFieldCondition(condition), fields)).toEqual(condition)
})
