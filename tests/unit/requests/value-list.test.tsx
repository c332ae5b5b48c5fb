import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { ValueList } from '../../../src/requests/detail/value-list.tsx'

const text = (label: string, rest: Partial<Field> = {}): Field => ({
  key: label.toLowerCase(),
  label,
  type: 'text',
  ...rest,
})

/** Returns the headings in brackets and the labels of a list, in order. */
function shown(fields: readonly Field[], values: Record<string, string>) {
  const html = renderToStaticMarkup(<ValueList fields={fields} values={values} />)
  return [...html.matchAll(/<(h3|dt)[^>]*>([^<]*)/g)].map(([, tag, label]) => (tag === 'h3' ? `[${label}]` : label))
}

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
