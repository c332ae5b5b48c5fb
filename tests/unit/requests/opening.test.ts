import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/field.ts'
import { openingOf, prefilled } from '../../../src/requests/opening.ts'

const context = { today: '2026-11-20', country: 'CO' }
const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'fecha_expedicion', label: 'Fecha', type: 'date' },
  { key: 'ciudad', label: 'Ciudad', type: 'text' },
]
const copy = { id: 'd', format: 'f', typed: { nombre: 'Ana' }, base: 'v1', at: 0 }

test('without a copy the stored draft is shown', () => {
  const opening = openingOf(fields, null, { values: { nombre: 'Eva' }, updated: 'v2' }, context)
  expect(opening).toMatchObject({ typed: { nombre: 'Eva' }, base: 'v2', unsaved: false })
})

test('a copy the server never got is shown and saved', () => {
  expect(openingOf(fields, { ...copy, base: '' }, null, context)).toMatchObject({
    typed: { nombre: 'Ana' },
    unsaved: true,
    base: '',
  })
})

test('a copy whose save arrived after all is no news', () => {
  const opening = openingOf(fields, copy, { values: { nombre: 'Ana' }, updated: 'v2' }, context)
  expect(opening).toMatchObject({ unsaved: false, base: 'v2' })
})

test('a copy beside a draft that changed elsewhere keeps its base, so that the next save is refused', () => {
  const opening = openingOf(fields, copy, { values: { nombre: 'Eva' }, updated: 'v2' }, context)
  expect(opening).toMatchObject({ typed: { nombre: 'Ana' }, unsaved: true, base: 'v1' })
})

test('a new form begins with the day and the place of issue; a copied one with a new day', () => {
  expect(prefilled(fields, context, 'Cali')).toMatchObject({
    nombre: '',
    fecha_expedicion: '20/11/2026',
    ciudad: 'Cali',
  })
  expect(
    prefilled(fields, context, 'Cali', { nombre: 'Ana', ciudad: 'Tunja', fecha_expedicion: '2020-01-01' }),
  ).toMatchObject({
    nombre: 'Ana',
    fecha_expedicion: '20/11/2026',
    ciudad: 'Tunja',
  })
})
