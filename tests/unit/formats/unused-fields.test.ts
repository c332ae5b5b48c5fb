import { expect, test } from 'vitest'
import { listTemplateKeys } from '../../../src/domain/documents/template-keys.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { findUnusedFields } from '../../../src/domain/formats/unused-fields.ts'
import { createMissingField, findSimilarField, replaceKeyInBody } from '../../../src/formats/editor/missing-field.ts'

const field = (key: string, type: Field['type'] = 'text', more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...more,
})
const items = field('items', 'table', { columns: [field('nombre'), field('precio', 'money')] })

test('lists the keys of values, sections and conditions, and not those of columns', () => {
  const body = [
    '{{#items}}',
    '| {{nombre}} | {{precio}} | {{tasa}} |',
    '{{/items}}',
    '{{#si a > b y no vacío(c)}}{{d|letras}}{{sino si e = "x"}}{{#f}}y{{/f}}{{/si}}',
    '{{#aquí firma}}',
    '{{g}}',
    '{{/aquí firma}}',
  ].join('\n')
  expect([...listTemplateKeys(body, [items])].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'items', 'tasa'])
})

test('a field is unused if the document, the route and the other fields do not refer to it', () => {
  const fields = [
    field('nombre'),
    field('cargo'),
    items,
    field('letras', 'computed', { formula: 'enLetras(suma(items.precio) - descuento)' }),
    field('descuento', 'money', { visibleIf: { key: 'hay_descuento', equals: true } }),
    field('hay_descuento', 'boolean'),
    field('tipo', 'choice'),
    field('numero', 'idDocument', { kindFrom: 'tipo' }),
    field('inicio', 'date'),
    field('fin', 'date', { min: '@inicio+1', max: 5 }),
    field('monto', 'money'),
    field('firmante'),
    field('dia', 'date'),
    field('soporte', 'file'),
    field('nota_interna', 'text', { approvers: 'keep' }),
    field('codigo', 'text', { unique: true }),
    field('solo', 'text', { visibleIf: { key: 'solo', equals: 'x' } }),
  ]
  const rest = {
    signatures: [{ by: 'field', caption: 'cargo', name: 'firmante' }],
    paper: { date: 'dia' },
    route: [{ key: 'uno', name: 'Uno', when: { key: 'monto', sign: '>=', than: '1' } }],
  } as const
  const body = '{{#items}}{{nombre}}{{/items}} {{letras}} {{numero}} {{fin}}'
  expect(findUnusedFields({ fields, body, ...(rest as object) })).toEqual(['nombre', 'cargo', 'solo'])
  expect(findUnusedFields({ fields, body: ' \n' })).toEqual([])
})

test('guesses the type of a missing field from its key and its tags', () => {
  expect(createMissingField('correo_cliente', '')).toEqual({
    key: 'correo_cliente',
    label: 'Correo cliente',
    type: 'email',
  })
  expect(createMissingField('canje', '{{ canje | moneda }}')?.type).toBe('money')
  expect(createMissingField('canje', '{{canje|largo}}')?.type).toBe('date')
  expect(createMissingField('canje', '{{#canje}}x{{/canje}}')?.type).toBe('boolean')
  expect(createMissingField('canje', '{{canjes|moneda}}')?.type).toBe('text')
  expect(createMissingField('constructor', '')).toBeNull()
  expect(createMissingField('a'.repeat(41), '')).toBeNull()
})

test('finds the field that an unknown key resembles, and replaces the key in tags and conditions', () => {
  const fields = [field('valor_total', 'money'), field('secreto', 'text', { approvers: 'keep' })]
  expect(findSimilarField('valor_totl', fields)?.key).toBe('valor_total')
  expect(findSimilarField('ciudad', fields)).toBeUndefined()
  expect(findSimilarField('secretos', fields)).toBeUndefined()
  expect(replaceKeyInBody('{{uno}} uno {{#si uno > 1 o x = "uno"}}{{uno|letras}}{{/si}}', 'uno', 'dos')).toBe(
    '{{dos}} uno {{#si dos > 1 o x = "uno"}}{{dos|letras}}{{/si}}',
  )
})
