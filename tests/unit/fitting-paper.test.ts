import { expect, test } from 'vitest'
import type { Field, ValidationContext } from '../../src/domain/fields/field.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'
import { removeInvalidPaperFields } from '../../src/domain/formats/paper-fields.ts'

const fields: Field[] = [
  { key: 'fecha', label: 'Fecha de expedición', type: 'date' },
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'ciudad', label: 'Ciudad', type: 'text' },
]
const paper = {
  date: 'fecha',
  letterhead: 'issuer' as const,
  issuer: { name: 'nombre', city: 'ciudad' },
  size: 'a4' as const,
}
const format = { fields, body: 'Hola', paper }
const context: ValidationContext = { today: '2026-11-22', country: 'CO' }
const without = (key: string) =>
  removeInvalidPaperFields({ ...format, fields: fields.filter((field) => field.key !== key) })

test('leaves a page setup unchanged if all its fields exist', () => {
  expect(removeInvalidPaperFields(format)).toBe(format)
})

test.each([
  ['fecha', { letterhead: 'issuer', issuer: { name: 'nombre', city: 'ciudad' }, size: 'a4' }],
  ['ciudad', { date: 'fecha', letterhead: 'issuer', issuer: { name: 'nombre' }, size: 'a4' }],
  ['nombre', { date: 'fecha', letterhead: 'none', size: 'a4' }],
])('removes field «%s» from the page setup so that the format can be published', (key, left) => {
  expect(without(key).paper).toEqual(left)
  expect(validateFormat(without(key), context)).toEqual({})
})

test('ignores a date field of another type and restores it with its type', () => {
  const asText = fields.with(0, { key: 'fecha', label: 'Fecha de expedición', type: 'text' })
  expect(removeInvalidPaperFields({ ...format, fields: asText }).paper).not.toHaveProperty('date')
  expect(removeInvalidPaperFields({ ...format, fields }).paper.date).toBe('fecha')
})
