import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { ApproverFieldsPanel } from '../../../src/requests/detail/request-overview.tsx'
import { ValueList } from '../../../src/requests/detail/value-list.tsx'

const text = (label: string, rest: Partial<Field> = {}): Field => ({
  key: label.toLowerCase(),
  label,
  type: 'text',
  ...rest,
})

/** Returns the headings in brackets and the labels of a list, in order. */
function listShown(list: ReactNode) {
  const html = renderToStaticMarkup(list)
  return [...html.matchAll(/<(h3|dt)[^>]*>([^<]*)/g)].map(([, tag, label]) => (tag === 'h3' ? `[${label}]` : label))
}

const shown = (fields: readonly Field[], values: Record<string, string>) =>
  listShown(<ValueList fields={fields} values={values} />)

test('shows values below the titles of their sections', () => {
  const fields = [
    text('Nombre'),
    text('Destino', { before: { section: 'Viaje', note: 'Solo ciudades.' } }),
    text('Hotel', { visibleIf: { key: 'nombre', equals: 'Ana' }, before: { section: 'Estadía' } }),
    text('Motivo', { before: { page: true } }),
  ]
  expect(shown(fields, { nombre: 'Ana' })).toEqual(['Nombre', '[Viaje]', 'Destino', '[Estadía]', 'Hotel', 'Motivo'])
  expect(shown(fields, { nombre: 'Luis' })).toEqual(['Nombre', '[Viaje]', 'Destino', 'Motivo'])
  expect(shown([text('Nombre'), text('Destino')], {})).toEqual(['Nombre', 'Destino'])
})

test('shows approver values below their own section if its first field is empty', () => {
  const fields = [
    text('Concepto', { approvers: 'fill', before: { section: 'Revisión' } }),
    text('Cargo', { approvers: 'fill', before: { section: 'Pago' } }),
    text('Valor', { approvers: 'fill', visibleIf: { key: 'nombre', equals: 'Ana' } }),
  ]
  const filled = { fields, values: { concepto: 'Bien', valor: '10' }, updated: '' as const, open: false }
  expect(listShown(<ApproverFieldsPanel filled={filled} />)).toEqual(['[Revisión]', 'Concepto', '[Pago]', 'Valor'])
  expect(listShown(<ApproverFieldsPanel filled={{ ...filled, values: {} }} />)).toEqual([])
})
