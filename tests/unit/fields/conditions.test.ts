import { expect, test } from 'vitest'
import { evaluateCondition } from '../../../src/domain/documents/condition.ts'
import { getVisibleFields, isConditionMet } from '../../../src/domain/fields/conditions.ts'
import type { Field, Values } from '../../../src/domain/fields/field.ts'
import { type FieldCondition, fieldConditionSchema } from '../../../src/domain/fields/field-key.ts'
import { validateFormat } from '../../../src/domain/formats/format-check.ts'
import { renameField } from '../../../src/domain/formats/rename.ts'
import { toTemplateCondition } from '../../../src/domain/formats/template-condition.ts'

const values: Values = { si: true, no: false, op: 'Obra', ops: ['a', 'b'], n: '1500.50', f: '2025-04-03', t: 'Hola' }
const fields: Field[] = [
  { key: 'si', label: 'Sí', type: 'boolean' },
  { key: 'no', label: 'No', type: 'boolean' },
  { key: 'op', label: 'Op', type: 'choice', options: [{ value: 'Obra' }, { value: 'Fijo' }] },
  { key: 'ops', label: 'Ops', type: 'choices', options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] },
  { key: 'n', label: 'N', type: 'money' },
  { key: 'f', label: 'F', type: 'date' },
  { key: 't', label: 'T', type: 'text' },
  { key: 'nada', label: 'Nada', type: 'integer' },
]

test.each<[FieldCondition, boolean]>([
  [{ key: 'si', equals: true }, true],
  [{ key: 'no', equals: false }, true],
  [{ key: 'op', equals: 'Fijo' }, false],
  [{ key: 'op', differs: 'Fijo' }, true],
  [{ key: 'ops', equals: 'b' }, true],
  [{ key: 'ops', differs: 'b' }, false],
  [{ key: 'ops', differs: 'c' }, true],
  [{ key: 'n', sign: '=', than: '1500.5' }, true],
  [{ key: 'n', sign: '!=', than: '1500.5' }, false],
  [{ key: 'n', sign: '>', than: '1500' }, true],
  [{ key: 'n', sign: '<=', than: '1500' }, false],
  [{ key: 'f', sign: '=', than: '2025-04-03' }, true],
  [{ key: 'f', sign: '<', than: '2025-04-03' }, false],
  [{ key: 't', empty: false }, true],
  [{ key: 'no', empty: true }, false],
  [{ key: 'nada', empty: true }, true],
  [{ key: 'nada', sign: '<', than: '5' }, false],
  [{ key: 'nada', sign: '!=', than: '5' }, true],
  [
    {
      joint: 'and',
      tests: [
        { key: 'si', equals: true },
        { key: 'n', sign: '<', than: '5' },
      ],
    },
    false,
  ],
  [
    {
      joint: 'or',
      tests: [
        { key: 'si', equals: true },
        { key: 'n', sign: '<', than: '5' },
      ],
    },
    true,
  ],
])('evaluates %j as %s, like the same condition of a text', (condition, expected) => {
  expect(isConditionMet(condition, (key) => values[key])).toBe(expected)
  const find = (key: string) => {
    const field = fields.find((one) => one.key === key)
    return field ? { field, value: values[key] } : {}
  }
  expect(evaluateCondition(toTemplateCondition(condition), find)).toBe(expected)
  expect(fieldConditionSchema.parse(condition)).toEqual(condition)
})

test.each([
  { joint: 'and', tests: [{ key: 'a', equals: true }] },
  { joint: 'xor', tests: [] },
  { joint: 'and', tests: Array.from({ length: 11 }, () => ({ key: 'a', equals: true })) },
  { key: 'a', sign: '~', than: '1' },
  { key: 'A', empty: true },
])('rejects the condition %j', (condition) => {
  expect(fieldConditionSchema.safeParse(condition).success).toBe(false)
})

const both: FieldCondition = {
  joint: 'or',
  tests: [
    { key: 'a', equals: true },
    { key: 'b', sign: '>', than: '3' },
  ],
}
const asked: Field[] = [
  { key: 'c', label: 'C', type: 'text', visibleIf: both },
  { key: 'b', label: 'B', type: 'integer', visibleIf: { key: 'a', equals: false } },
  { key: 'a', label: 'A', type: 'boolean' },
]

test('a field follows all fields that its condition tests', () => {
  const shown = (own: Values) => getVisibleFields(asked, own).map(({ key }) => key)
  expect(shown({ a: true, b: 5 })).toEqual(['c', 'a'])
  expect(shown({ a: false, b: 5 })).toEqual(['c', 'b', 'a'])
  expect(shown({ a: false, b: 2 })).toEqual(['b', 'a'])
  // The value of a hidden field does not count.
  expect(shown({ b: 5 })).toEqual(['a'])
})

test('checks and renames each test of a condition', () => {
  const context = { today: '2025-01-01', country: 'CO' }
  const judge = (condition: FieldCondition, more: Partial<Field> = {}) =>
    validateFormat(
      {
        fields: [
          { key: 'c', label: 'C', type: 'text', visibleIf: condition },
          ...asked.slice(1),
          { key: 'x', label: 'X', type: 'computed', formula: 'b * 2', ...more },
        ],
        body: 'x',
      },
      context,
    )
  expect(judge(both)).toEqual({})
  expect(
    judge({
      joint: 'and',
      tests: [
        { key: 'a', equals: true },
        { key: 'z', empty: true },
      ],
    }),
  ).toEqual({
    'fields.0.visibleIf': 'format.unknown',
  })
  expect(judge({ key: 'b', sign: '>', than: 'mucho' })).toEqual({ 'fields.0.visibleIf': 'format.condition' })
  expect(judge({ key: 'x', sign: '>', than: '3' })).toEqual({ 'fields.0.visibleIf': 'format.condition' })
  expect(
    judge({
      joint: 'and',
      tests: [
        { key: 'a', equals: true },
        { key: 'c', empty: true },
      ],
    }),
  ).toEqual({
    'fields.0.visibleIf': 'format.cycle',
  })
  const route = [{ key: 'uno', name: 'Uno', when: both }]
  const renamed = renameField({ fields: asked, body: '', route }, { from: 'b', to: 'd' })
  const after = {
    joint: 'or',
    tests: [
      { key: 'a', equals: true },
      { key: 'd', sign: '>', than: '3' },
    ],
  }
  expect(renamed.fields[0]?.visibleIf).toEqual(after)
  expect(renamed.route?.[0]?.when).toEqual(after)
})
