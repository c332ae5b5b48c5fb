import { expect, test } from 'vitest'
import { renderBlocks } from '../../../src/domain/documents/render.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { listUnsupportedCharacters } from '../../../src/requests/form/preview-pane.tsx'

const fields: Field[] = [{ key: 'nombre', label: 'Nombre', type: 'text' }]
const found = (nombre: string) =>
  listUnsupportedCharacters(renderBlocks('# Consta\n\nque **{{nombre}}** existe.', fields, { nombre }), fields)

test('returns nothing for Spanish text', () => expect(found('Íñigo Güell, «¿qué? ¡sí!» — 1.234,50 €')).toEqual([]))

test('names an unsupported character once, with its field', () =>
  expect(found('李 Pérez 李')).toEqual(['«李» en «Nombre»']))
