import { describe, expect, it, test } from 'vitest'
import type { Column, Field } from '../../src/domain/fields/field.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'

type Loose = Partial<Omit<Field, 'columns'>> & { columns?: (Partial<Column> & { key: string })[] }

function faults(fields: (Loose & { key: string })[], body = 'Texto') {
  const complete = fields.map((field) => ({ label: field.key, type: 'text', ...field }) as Field)
  return validateFormat({ fields: complete, body }, { today: '2026-11-20', country: 'CO' })
}
const table = (columns: Loose['columns'] = []) => ({
  key: 'items',
  type: 'table' as const,
  columns: columns.map((column) => ({ label: column.key, type: 'text' as const, ...column })),
})
const choice = { key: 'tipo', type: 'choice' as const, options: [{ value: 'CC' }, { value: 'NIT' }] }
const amount = { key: 'valor', type: 'money' as const, currency: 'COP' }
const day = { key: 'fecha', type: 'date' as const }

it('names the rule that an approver field breaks', () => {
  const unique = { key: 'a', label: 'A', type: 'text', approvers: 'fill', unique: true } as const
  const plain = { ...unique, unique: undefined }
  const check = (field: Field, requiresReview: boolean) =>
    validateFormat({ fields: [field], body: 'Texto', requiresReview }, { today: '2026-11-20', country: 'CO' })
  expect(check(unique, true)).toEqual({ 'fields.0.approvers': 'format.approvers' })
  expect(check(unique, false)).toEqual({ 'fields.0.approvers': 'format.approvers' })
  expect(check(plain, false)).toEqual({ 'fields.0.approvers': 'format.approversReview' })
  expect(check(plain, true)).toEqual({})
})

it.each(['\u0007', '\u202e', '\u2066', '\ue000', '\u{f0000}'])('rejects %j in visible texts', (odd) => {
  expect(faults([{ key: 'a', label: `Nombre${odd}` }])).toEqual({ 'fields.0.label': 'characters' })
  expect(faults([{ key: 'a', help: odd }])).toEqual({ 'fields.0.help': 'characters' })
  expect(faults([{ key: 'a', type: 'choice', options: [{ value: 'x' }, { value: `y${odd}` }] }])).toMatchObject({
    'fields.0.options.1.value': 'characters',
  })
})

test.each([
  ['one key twice', [{ key: 'a' }, { key: 'a', label: 'Otra' }], { 'fields.1.key': 'format.duplicate' }],
  [
    'an alias of two fields',
    [
      { key: 'a', aliases: ['N.º de cédula'] },
      { key: 'b', aliases: ['numero cedula'] },
    ],
    { 'fields.1.aliases': 'format.alias' },
  ],
  [
    'an alias that is another label',
    [
      { key: 'a', aliases: ['Ciudades'] },
      { key: 'b', label: 'Ciudad' },
    ],
    { 'fields.0.aliases': 'format.alias' },
  ],
  [
    'two labels alike',
    [
      { key: 'a', label: 'El Nombre' },
      { key: 'b', label: 'nombre' },
    ],
    { 'fields.1.label': 'format.alias' },
  ],
  ['a choice without options', [{ key: 'a', type: 'choice' }], { 'fields.0.options': 'format.options' }],
  [
    'one option twice',
    [{ key: 'a', type: 'choice', options: [{ value: 'x' }, { value: 'x' }] }],
    { 'fields.0.options': 'format.options' },
  ],
  [
    'an alias of two options',
    [{ key: 'a', type: 'choice', options: [{ value: 'x', aliases: ['Sí'] }, { value: 'si' }] }],
    { 'fields.0.options': 'format.options' },
  ],
  [
    'an option with a semicolon',
    [{ key: 'a', type: 'choices', options: [{ value: 'x; y' }] }],
    { 'fields.0.options': 'format.options' },
  ],
  ['options of a text', [{ key: 'a', options: [{ value: 'x' }] }], { 'fields.0.options': 'format.setting' }],
  ['a pattern that does not compile', [{ key: 'a', pattern: '[' }], { 'fields.0.pattern': 'format.pattern' }],
  ['a dangerous pattern', [{ key: 'a', pattern: '(a+)+' }], { 'fields.0.pattern': 'format.pattern' }],
  ['a pattern of a date', [{ ...day, pattern: 'x' }], { 'fields.0.pattern': 'format.setting' }],
  ['columns of a text', [{ key: 'a', columns: [{ key: 'b' }] }], { 'fields.0.columns': 'format.columns' }],
  ['a table without columns', [table()], { 'fields.0.columns': 'format.columns' }],
  ['a table in a table', [table([{ key: 'b', type: 'table' }])], { 'fields.0.columns': 'format.columns' }],
  [
    'one column twice',
    [table([{ key: 'b' }, { key: 'b', label: 'Otra' }])],
    { 'fields.0.columns.1.key': 'format.duplicate' },
  ],
  [
    'a condition on nothing',
    [{ key: 'a', visibleIf: { key: 'z', equals: true } }],
    { 'fields.0.visibleIf': 'format.unknown' },
  ],
  [
    'a condition on itself',
    [{ key: 'a', visibleIf: { key: 'a', equals: 'x' } }],
    { 'fields.0.visibleIf': 'format.cycle' },
  ],
  [
    'a condition that cannot be',
    [choice, { key: 'a', requiredIf: { key: 'tipo', equals: 'XX' } }],
    { 'fields.1.requiredIf': 'format.condition' },
  ],
  [
    'a text equal to true',
    [{ key: 'b' }, { key: 'a', visibleIf: { key: 'b', equals: true } }],
    { 'fields.1.visibleIf': 'format.condition' },
  ],
  [
    'a circle of conditions',
    [
      { key: 'a', visibleIf: { key: 'b', equals: 'x' } },
      { key: 'b', visibleIf: { key: 'a', equals: 'x' } },
    ],
    { 'fields.0.visibleIf': 'format.cycle', 'fields.1.visibleIf': 'format.cycle' },
  ],
  [
    'a column that asks a field outside of its row',
    [{ key: 'b' }, table([{ key: 'a', visibleIf: { key: 'b', equals: 'x' } }])],
    { 'fields.1.columns.0.visibleIf': 'format.unknown' },
  ],
  ['a length that is no number', [{ key: 'a', max: '@b' }, { key: 'b' }], { 'fields.0.max': 'format.bound' }],
  ['a date bound by nothing', [{ ...day, min: '@z' }], { 'fields.0.min': 'format.unknown' }],
  ['a date bound by a text', [{ ...day, min: '@b' }, { key: 'b' }], { 'fields.0.min': 'format.bound' }],
  ['a date bound by a day that is not', [{ ...day, min: '2025-02-30' }], { 'fields.0.min': 'format.bound' }],
  ['bounds the wrong way round', [{ ...amount, min: 5, max: '4.99' }], { 'fields.0.max': 'format.bound' }],
  ['too many decimals', [{ key: 'a', type: 'percent', decimals: 3 }], { 'fields.0.decimals': 'format.setting' }],
  ['an unknown currency', [{ ...amount, currency: 'XXX' }], { 'fields.0.currency': 'format.setting' }],
  [
    'a kind from a text',
    [{ key: 'b' }, { key: 'a', type: 'idDocument', kindFrom: 'b' }],
    { 'fields.1.kindFrom': 'format.setting' },
  ],
  ['a formula of a text', [{ key: 'a', formula: '1 + 1' }], { 'fields.0.formula': 'format.setting' }],
  ['no formula', [{ key: 'a', type: 'computed' }], { 'fields.0.formula': 'format.formula' }],
  ['half a formula', [{ key: 'a', type: 'computed', formula: '1 +' }], { 'fields.0.formula': 'format.formula' }],
  [
    'a formula of nothing',
    [{ key: 'a', type: 'computed', formula: 'z + 1' }],
    { 'fields.0.formula': 'format.unknown' },
  ],
  [
    'a function that is not',
    [amount, { key: 'a', type: 'computed', formula: 'eval(valor)' }],
    { 'fields.1.formula': 'format.unknown' },
  ],
  [
    'a sum of texts',
    [{ key: 'b' }, { key: 'a', type: 'computed', formula: 'b + 1' }],
    { 'fields.1.formula': 'format.formula' },
  ],
  [
    'words of a date',
    [day, { key: 'a', type: 'computed', formula: 'enLetras(fecha)' }],
    { 'fields.1.formula': 'format.formula' },
  ],
  [
    'a currency that is none',
    [amount, choice, { key: 'a', type: 'computed', formula: 'enLetras(valor, tipo)' }],
    { 'fields.2.formula': 'format.formula' },
  ],
  [
    'a column that is not',
    [table([{ key: 'b' }]), { key: 'a', type: 'computed', formula: 'suma(items.z)' }],
    { 'fields.1.formula': 'format.unknown' },
  ],
  [
    'a sum of a text column',
    [table([{ key: 'b' }]), { key: 'a', type: 'computed', formula: 'suma(items.b)' }],
    { 'fields.1.formula': 'format.formula' },
  ],
  [
    'a circle of formulas',
    [
      { key: 'a', type: 'computed', formula: 'b + 1' },
      { key: 'b', type: 'computed', formula: 'a + 1' },
    ],
    { 'fields.0.formula': 'format.cycle', 'fields.1.formula': 'format.cycle' },
  ],
] satisfies [string, (Loose & { key: string })[], Record<string, string>][])(
  'rejects %s',
  (_what, fields, expected) => {
    expect(faults(fields)).toEqual(expected)
  },
)

it('rejects a body with an unknown key', () => {
  expect(faults([{ key: 'a' }], '{{b}}')).toEqual({ body: 'template.key' })
})

describe('valid format', () => {
  test.each([
    [
      'bounds of every kind',
      [
        { ...day, min: 'today-30', max: '@otra+1' },
        { key: 'otra', type: 'date' },
        { ...amount, min: '0.01', max: '@tope' },
        { key: 'tope', type: 'money' },
      ],
    ],
    ['options told apart by a sign', [{ key: 'a', type: 'choice', options: [{ value: 'A+' }, { value: 'A-' }] }]],
    ['a kind from a choice', [choice, { key: 'a', type: 'idDocument', kindFrom: 'tipo' }]],
    [
      'a computed value of computed values',
      [amount, { key: 'a', type: 'computed', formula: 'b * 2' }, { key: 'b', type: 'computed', formula: 'valor / 3' }],
    ],
    [
      'a column that reads a field outside of the table',
      [amount, table([{ key: 'b', type: 'computed', formula: 'valor * 2' }])],
    ],
    [
      'a computed label that repeats a name',
      [amount, { key: 'a', label: 'Valor', type: 'computed', formula: 'enLetras(valor)' }],
    ],
  ] satisfies [string, (Loose & { key: string })[]][])('is accepted: %s', (_what, fields) =>
    expect(faults(fields)).toEqual({}),
  )
})

test.each([
  ['no date', { type: 'date', example: '31/02/2026' }],
  ['an amount with letters', { type: 'money', example: 'un millón' }],
  ['no option', { ...choice, example: 'CE' }],
  ['a text that is too long', { max: 3, example: 'larga' }],
  ['a wrong check digit', { type: 'idDocument', kinds: ['NIT'], example: '890903938-7' }],
] as const)('rejects an example that is invalid for its field: %s', (_name, more) => {
  const field = { key: 'a', ...more } as Loose & { key: string }
  expect(faults([field])).toEqual({ 'fields.0.example': 'format.example' })
  expect(faults([{ ...table([field as Column]) }])).toEqual({ 'fields.0.columns.0.example': 'format.example' })
})

it('accepts an example as typed, also a date in the past', () => {
  const future = { key: 'a', type: 'date' as const, min: 'today', example: '3/2/2020' }
  const nit = { key: 'b', type: 'idDocument' as const, kinds: ['NIT' as const], example: '890.903.938-8' }
  expect(faults([future, nit, { key: 'c', type: 'choices', options: [{ value: 'x' }], example: 'x' }])).toEqual({})
})

it('allows zero to six decimals in a computed field', () => {
  const formula = '10 / 3'
  expect(faults([{ key: 'a', type: 'computed', formula, decimals: 0 }])).toEqual({})
  expect(faults([{ key: 'a', type: 'computed', formula, decimals: 7 }])).toEqual({
    'fields.0.decimals': 'format.setting',
  })
})

it('rejects rows within rows and too many nested sections', () => {
  const items = table([{ key: 'cosa' }])
  const others = { ...table([{ key: 'otra' }]), key: 'mas' }
  expect(faults([items], '{{#items}}{{#items}}x{{/items}}{{/items}}')).toEqual({ body: 'template.nested' })
  expect(faults([items, others], '{{#items}}{{#mas}}x{{/mas}}{{/items}}')).toEqual({ body: 'template.nested' })
  expect(faults([items, { key: 'a' }], '{{#items}}{{#a}}{{#items}}x{{/items}}{{/a}}{{/items}}')).toEqual({
    body: 'template.nested',
  })
  expect(faults([items, others], '{{#items}}{{#cosa}}x{{/cosa}}{{/items}}{{#mas}}y{{/mas}}')).toEqual({})
  const deep = (times: number) => `${'{{#a}}'.repeat(times)}x${'{{/a}}'.repeat(times)}`
  expect(faults([{ key: 'a' }], deep(10))).toEqual({})
  expect(faults([{ key: 'a' }], deep(11))).toEqual({ body: 'template.nested' })
})

test('accepts only valid defaults, and only for typed fields', () => {
  expect(
    faults([
      { key: 'a', default: 'Texto', from: 'profile.cargo' },
      { ...day, default: 'hoy-3', max: 'today-10' },
      { ...amount, default: '1.000' },
    ]),
  ).toEqual({})
  expect(
    faults([
      { ...amount, default: 'mucho' },
      { ...choice, default: 'RUT' },
      { ...day, default: 'ayer' },
      { key: 'total', type: 'computed', formula: 'valor + 1', default: '3' },
      { ...table([{ key: 'a' }]), from: 'profile.name' },
    ]),
  ).toEqual({
    'fields.0.default': 'format.default',
    'fields.1.default': 'format.default',
    'fields.2.default': 'format.default',
    'fields.3.default': 'format.default',
    'fields.4.from': 'format.default',
  })
})
