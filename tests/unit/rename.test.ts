import { expect, test } from 'vitest'
import type { SignatureBlock } from '../../src/domain/documents/signature-block.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import { renameColumn, renameField, renameInSiblings } from '../../src/domain/formats/rename.ts'

const field = (key: string, more: Partial<Field> = {}): Field => ({ key, label: key, type: 'text', ...more })

test('renames a field in body, limits, kinds, conditions and formulas', () => {
  const fields = [
    field('monto', { type: 'money' }),
    field('tope', { type: 'money', max: '@valor' }),
    field('dia', { type: 'date', min: '@valor+30', max: 'today' }),
    field('cedula', { type: 'idDocument', kindFrom: 'valor', visibleIf: { key: 'valor', equals: 'CC' } }),
    field('otro', { requiredIf: { key: 'valor', equals: true } }),
    field('doble', { type: 'computed', formula: 'valor * 2 + valor_2 - suma(items.valor) + valor(1)' }),
    field('items', { type: 'table', columns: [field('parte', { type: 'computed', formula: 'valor/3' })] }),
    field('lista', { type: 'table', columns: [field('valor'), field('eco', { type: 'computed', formula: 'valor' })] }),
  ]
  const body = [
    '{{valor}} {{ valor | letras }} {{valor_2}} valor',
    '{{#valor}}hay{{/valor}}',
    '{{#items}}{{valor}}{{/items}}{{#lista}}{{valor}}{{/lista}}',
  ]
  const renamed = renameField({ fields, body: body.join('\n') }, { from: 'valor', to: 'monto' })
  expect(renamed.body).toBe(
    [
      '{{monto}} {{ monto | letras }} {{valor_2}} valor',
      '{{#monto}}hay{{/monto}}',
      '{{#items}}{{monto}}{{/items}}{{#lista}}{{valor}}{{/lista}}',
    ].join('\n'),
  )
  expect(renamed.fields).toMatchObject([
    { key: 'monto' },
    { max: '@monto' },
    { min: '@monto+30', max: 'today' },
    { kindFrom: 'monto', visibleIf: { key: 'monto', equals: 'CC' } },
    { requiredIf: { key: 'monto', equals: true } },
    { formula: 'monto * 2 + valor_2 - suma(items.valor) + valor(1)' },
    { columns: [{ formula: 'monto/3' }] },
    { columns: [{ key: 'valor' }, { formula: 'valor' }] },
  ])
})

test('renames a table in its sections and sums', () => {
  const fields = [
    field('filas', { type: 'table', columns: [field('total')] }),
    field('suma', { type: 'computed', formula: 'suma( items.total )' }),
  ]
  expect(renameField({ fields, body: '{{#items}}{{total}}{{/items}}' }, { from: 'items', to: 'filas' })).toMatchObject({
    fields: [{}, { formula: 'suma( filas.total )' }],
    body: '{{#filas}}{{total}}{{/filas}}',
  })
})

test('renames a column in its siblings, in sums and in sections of its table only', () => {
  const columns = [field('importe'), field('iva', { type: 'computed', formula: 'total * 19 / 100' })]
  expect(renameInSiblings(columns, { from: 'total', to: 'importe' })[1]).toMatchObject({
    formula: 'importe * 19 / 100',
  })
  const fields = [
    field('items', { type: 'table', columns }),
    field('todo', { type: 'computed', formula: 'suma(items.total) + suma(otros.total) + total' }),
    field('total'),
  ]
  const body = '{{total}} {{#items}}{{total}}{{#si}}{{total|moneda}}{{/si}}{{/items}} {{total}}'
  expect(renameColumn({ fields, body }, 'items', { from: 'total', to: 'importe' })).toEqual({
    fields: [fields[0], { ...fields[1], formula: 'suma(items.importe) + suma(otros.total) + total' }, fields[2]],
    body: '{{total}} {{#items}}{{importe}}{{#si}}{{importe|moneda}}{{/si}}{{/items}} {{total}}',
  })
})

test('renames a field in conditions of the body, but not within quotes', () => {
  const fields = [field('clase'), field('items', { type: 'table', columns: [field('tipo')] })]
  const body =
    '{{#si tipo = "tipo" y no vacío(tipo) o (tipo_2 = tipo)}}{{tipo|cédula}}{{sino si tipo}}{{#items}}{{#si tipo = «tipo»}}{{/si}}{{/items}}{{/si}}{{ # tipo }}{{/tipo}}'
  expect(renameField({ fields, body }, { from: 'tipo', to: 'clase' }).body).toBe(
    '{{#si clase = "tipo" y no vacío(clase) o (tipo_2 = clase)}}{{clase|cédula}}{{sino si clase}}{{#items}}{{#si tipo = «tipo»}}{{/si}}{{/items}}{{/si}}{{ # clase }}{{/clase}}',
  )
  expect(renameColumn({ fields, body }, 'items', { from: 'tipo', to: 'clase' }).body).toContain(
    '{{#items}}{{#si clase = «tipo»}}{{/si}}{{/items}}',
  )
})

test('renames a field in signatures and page setup, but not in captions', () => {
  const fields: Field[] = [{ key: 'recibido_por', label: 'Recibe', type: 'text' }]
  const signatures: SignatureBlock[] = [
    { by: 'field', name: 'recibe', post: 'cargo', caption: 'recibe' },
    { by: 'owner', document: 'recibe' },
  ]
  const paper = { date: 'dia', issuer: { name: 'recibe' } }
  expect(renameField({ fields, body: '', signatures, paper }, { from: 'recibe', to: 'recibido_por' })).toMatchObject({
    signatures: [
      { by: 'field', name: 'recibido_por', post: 'cargo', caption: 'recibe' },
      { by: 'owner', document: 'recibido_por' },
    ],
    paper: { date: 'dia', issuer: { name: 'recibido_por' } },
  })
})

test('renames a field only in conditions and persons of route steps', () => {
  const route = [
    { key: 'valor', name: 'valor', group: 'valor', when: { key: 'valor', sign: '>=' as const, than: '10000000' } },
    { key: 'paso_2', name: 'Otro', people: ['valor'], when: { key: 'tipo', equals: 'valor' } },
    { key: 'paso_3', name: 'Todas', people: ['a'], manager: { field: 'valor' } },
  ]
  const renamed = renameField({ fields: [field('monto')], body: '', route }, { from: 'valor', to: 'monto' })
  expect(renamed.route).toEqual([
    { key: 'valor', name: 'valor', group: 'valor', when: { key: 'monto', sign: '>=', than: '10000000' } },
    { key: 'paso_2', name: 'Otro', people: ['valor'], when: { key: 'tipo', equals: 'valor' } },
    { key: 'paso_3', name: 'Todas', people: ['a'], manager: { field: 'monto' } },
  ])
})
