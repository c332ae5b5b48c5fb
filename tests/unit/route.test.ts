import { describe, expect, it, test } from 'vitest'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'
import { type RouteStage, routeSchema } from '../../src/domain/formats/route.ts'
import { isPersonField } from '../../src/domain/formats/route-check.ts'
import { getApplicableStages } from '../../src/domain/requests/applicable-stages.ts'

const [group, ana, luis] = ['grupodecompras', 'ana', 'luis'].map((name) => name.padEnd(15, '0'))
const step = (key: string, change: object = {}) => ({ key, name: key, group, ...change }) as RouteStage
const keys = (route: RouteStage[], values: Values) => getApplicableStages(route, values).map(({ key }) => key)

describe('applicable steps', () => {
  const large = step('gerencia', { when: { key: 'total', sign: '>=', than: '10000000' } })

  test.each([
    ['9999999.99', ['area', 'finanzas']],
    ['10000000.00', ['area', 'gerencia', 'finanzas']],
    ['10000000', ['area', 'gerencia', 'finanzas']],
    // Compared as texts, 9 would be larger.
    ['9', ['area', 'finanzas']],
    ['100000000', ['area', 'gerencia', 'finanzas']],
  ])('compare %s as a number', (total, expected) => {
    expect(keys([step('area'), large, step('finanzas')], { total })).toEqual(expected)
  })

  it('skip a step whose value is missing or not comparable', () => {
    for (const values of [{}, { total: 'mucho' }, { total: '2026-11-30' }, { total: true }] as Values[])
      expect(keys([large, step('finanzas')], values)).toEqual(['finanzas'])
  })

  it('compare for equality and keep the position in the whole route', () => {
    const route = [step('a', { when: { key: 'tipo', equals: 'Compra' } }), step('b')]
    expect(keys(route, { tipo: 'Compra' })).toEqual(['a', 'b'])
    expect(getApplicableStages(route, { tipo: 'Venta' }).map(({ position }) => position)).toEqual([2])
  })
})

describe('validate route', () => {
  const fields = [
    { key: 'total', label: 'Total', type: 'computed', formula: 'valor * 2' },
    { key: 'letras', label: 'Letras', type: 'computed', formula: 'enLetras(valor)' },
    { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
    { key: 'fecha', label: 'Fecha', type: 'date' },
    { key: 'tipo', label: 'Tipo', type: 'choice', options: [{ value: 'Compra' }] },
    { key: 'correo', label: 'Correo', type: 'email' },
  ] as Field[]
  const errors = (route: unknown[], requiresReview = true) =>
    validateFormat(
      { fields, body: 'Texto', route: route as RouteStage[], requiresReview },
      { today: '2026-11-20', country: 'CO' },
    )
  const when = (condition: object) => errors([step('a', { when: condition })])

  it('requires approvers for each step and a format with approval', () => {
    expect(errors([step('a'), { key: 'b', name: 'B', people: [ana, luis], all: true }])).toEqual({})
    expect(errors([{ key: 'a', name: 'A', people: [] }])).toEqual({ 'route.0.people': 'required' })
    expect(errors([step('a'), step('a')])).toEqual({ 'route.1.key': 'format.duplicate' })
    expect(errors([step('a', { all: true })])).toEqual({ 'route.0.all': 'format.setting' })
    expect(errors([step('a')], false)).toEqual({ route: 'format.route' })
    expect(errors([], false)).toEqual({})
  })

  it('requires approvers for requests without a manager, and an e-mail field of the requester', () => {
    expect(errors([step('a', { manager: {} })])).toEqual({})
    expect(errors([step('a', { manager: { field: 'correo' } })])).toEqual({})
    expect(errors([{ key: 'a', name: 'A', manager: {}, people: [] }])).toEqual({ 'route.0.people': 'required' })
    expect(errors([{ key: 'a', name: 'A', manager: {}, people: [ana, luis], all: true }])).toEqual({
      'route.0.all': 'format.setting',
    })
    for (const field of ['tipo', 'nada'])
      expect(errors([step('a', { manager: { field } })])).toEqual({ 'route.0.manager': 'format.personField' })
    expect(isPersonField({ key: 'visto', label: 'Visto', type: 'email', approvers: 'keep' } as Field)).toBe(false)
  })

  it('accepts only conditions that the field can meet', () => {
    for (const key of ['total', 'valor']) expect(when({ key, sign: '>=', than: '10000000' })).toEqual({})
    expect(when({ key: 'fecha', sign: '<', than: '2026-12-01' })).toEqual({})
    expect(when({ key: 'tipo', equals: 'Compra' })).toEqual({})
    const wrong = { 'route.0.when': 'format.condition' }
    expect(when({ key: 'valor', sign: '>=', than: '10.000.000' })).toEqual(wrong)
    expect(when({ key: 'fecha', sign: '>=', than: '10' })).toEqual(wrong)
    expect(when({ key: 'letras', sign: '>=', than: '10' })).toEqual(wrong)
    expect(when({ key: 'tipo', sign: '>=', than: '10' })).toEqual(wrong)
    expect(when({ key: 'tipo', equals: 'Venta' })).toEqual(wrong)
    expect(when({ key: 'nada', sign: '>=', than: '10' })).toEqual({ 'route.0.when': 'format.unknown' })
    expect(when({ key: 'nada', equals: 'x' })).toEqual({ 'route.0.when': 'format.unknown' })
  })

  it('accepts at most ten steps with valid approvers', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => step(`p${index}`))
    expect(routeSchema.safeParse(many(10)).success).toBe(true)
    expect(routeSchema.safeParse(many(11)).success).toBe(false)
    for (const odd of [
      { group: "x' OR 1" },
      { people: ['x'] },
      { name: '' },
      { key: 'A b' },
      { when: { key: 'a', sign: '~', than: '1' } },
    ])
      expect(routeSchema.safeParse([step('a', odd)]).success).toBe(false)
  })
})
