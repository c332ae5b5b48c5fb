import { describe, expect, it } from 'vitest'
import type { Field, Row, Values } from '../../src/domain/fields/field.ts'
import { compareValues, listChangedFields } from '../../src/domain/requests/field-changes.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'urgente', label: 'Urgente', type: 'boolean' },
  { key: 'motivo', label: 'Motivo', type: 'text', visibleIf: { key: 'urgente', equals: true } },
  { key: 'fines', label: 'Fines', type: 'choices' },
  {
    key: 'items',
    label: 'Ítems',
    type: 'table',
    columns: [
      { key: 'que', label: 'Qué', type: 'text' },
      { key: 'cuantos', label: 'Cuántos', type: 'integer' },
      { key: 'precio', label: 'Precio', type: 'money' },
    ],
  },
]
const row = (que: string, cuantos: string, precio = '10.00'): Row => ({ que, cuantos, precio })

/** Describes each change in one line. */
function told(before: Values, after: Values): string[] {
  return compareValues(fields, before, after).flatMap(({ field, rows, before, after }) => {
    if (!rows) return [`${field.key}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`]
    return rows.map(({ before, after, columns }) => {
      if (!before) return `+ ${after?.place} ${after?.row.que}`
      if (!after) return `- ${before.place} ${before.row.que}`
      return `${before.place} → ${after.place}: ${columns.map((key) => `${before.row[key]} → ${after.row[key]}`)}`
    })
  })
}

describe('compare values', () => {
  it('returns nothing for equal values, whatever their order or emptiness', () => {
    expect(
      told(
        { nombre: 'Ana', motivo: '', fines: [], items: [row('a', '1')] },
        { items: [{ cuantos: '1', precio: '10.00', que: 'a' }], nombre: 'Ana' },
      ),
    ).toEqual([])
  })

  it('lists changed values by field, in the order of the form', () => {
    expect(told({ fines: ['x'], nombre: 'Ana' }, { fines: ['x', 'y'], nombre: 'Eva' })).toEqual([
      'nombre: "Ana" → "Eva"',
      'fines: ["x"] → ["x","y"]',
    ])
  })

  it('includes values that became hidden and ignores values that stay hidden', () => {
    expect(told({ urgente: true, motivo: 'Viaje' }, { urgente: false, motivo: 'Viaje' })).toEqual([
      'urgente: true → false',
      'motivo: "Viaje" → undefined',
    ])
    expect(told({ urgente: false, motivo: 'a' }, { urgente: false, motivo: 'b' })).toEqual([])
  })

  it('compares tables row by row', () => {
    const before = { items: [row('silla', '2'), row('mesa', '1', '80.00'), row('lámpara', '4')] }
    expect(told(before, { items: [row('silla', '2'), row('lámpara', '4')] })).toEqual(['- 2 mesa'])
    expect(told(before, { items: [row('cama', '9', '5.00'), ...before.items] })).toEqual(['+ 1 cama'])
    expect(told(before, { items: [row('silla', '3'), row('mesa', '1', '80.00'), row('lámpara', '4')] })).toEqual([
      '1 → 1: 2 → 3',
    ])
  })

  it('matches a changed row after an inserted row', () => {
    const before = { items: [row('silla', '2'), row('mesa', '1', '80.00')] }
    const after = { items: [row('cama', '9', '5.00'), row('silla', '2'), row('mesa', '7', '80.00')] }
    expect(told(before, after)).toEqual(['+ 1 cama', '2 → 3: 1 → 7'])
  })

  it('treats rows without common values as removed and added', () => {
    expect(told({ items: [row('silla', '2')] }, { items: [row('cama', '9', '5.00')] })).toEqual([
      '- 1 silla',
      '+ 1 cama',
    ])
  })

  it('compares thousands of rows by position', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => row(`a${n}`, '1'))
    const other = many.map((each) => ({ ...each, cuantos: '2' }))
    expect(compareValues(fields, { items: many }, { items: other })[0]?.rows).toHaveLength(1_000)
  })

  it('lists a changed table without comparing pairs of its rows', () => {
    let reads = 0
    const counted = (rows: Row[]) =>
      rows.map(
        (each) =>
          new Proxy(each, {
            get: (target, key) => {
              reads++
              return Reflect.get(target, key)
            },
          }),
      )
    const many = Array.from({ length: 100 }, (_, n) => row(`a${n}`, '1'))
    const [before, after] = [counted(many), counted(many.map((each, n) => row(`b${n}`, '2', String(each.precio))))]
    const found = listChangedFields(fields, { items: before }, { items: after })
    // A few reads of each of the 600 cells. All pairs of rows have 60,000 cells.
    expect(reads).toBeLessThan(6_000)
    expect(found).toEqual([{ field: fields[4], before, after }])
  })

  it('accepts malformed values', () => {
    expect(told({ items: 'texto', nombre: null as never }, { items: [null as never], nombre: 'x' })).toBeDefined()
  })
})
