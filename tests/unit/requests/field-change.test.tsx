import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { ValueChange } from '../../../src/requests/detail/field-change.tsx'

const field: Field = { key: 'objeto', label: 'Objeto', type: 'longText' }

function shown(before: string, after: string) {
  const html = renderToStaticMarkup(<ValueChange field={field} before={before} after={after} />)
  return html.replace(/<span class="visually-hidden">[^<]*<\/span>/g, '').replace(/<[^>]+>/g, '')
}

test('shows only inserted and removed words of a long text', () => {
  expect(shown('Hola mundo', 'Hola gran mundo')).toBe('Hola gran mundo')
  expect(shown('Hola gran mundo', 'Hola mundo')).toBe('Hola gran mundo')
  expect(shown('Hola gran mundo', 'Hola buen mundo')).toBe('Hola gran  →buen mundo')
  expect(shown('', 'Hola')).toBe('Vacío →Hola')
  expect(shown('Hola', '')).toBe('Hola →Vacío')
})
