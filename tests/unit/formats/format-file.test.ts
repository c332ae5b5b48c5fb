import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import type { FormatInput } from '../../../src/domain/formats/format.ts'
import { createFormatFile, formatFileSchema, parseFormatFile } from '../../../src/domain/formats/format-file.ts'
import { adaptReferences, type KnownRecords } from '../../../src/domain/formats/format-references.ts'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import { describeFileError } from '../../../src/formats/file/describe-file-error.ts'

const listId = 'lista0000000001'
const format: FormatInput = {
  code: 'AB',
  name: 'Prueba',
  description: '',
  category: 'Pruebas',
  requiresReview: true,
  fields: [
    { key: 'nombre', label: 'Nombre', type: 'text', from: 'profile.cargo' },
    { key: 'cedula', label: 'Cédula', type: 'text', list: { id: listId, column: 'cedula' } },
  ],
  body: '{{nombre}} {{cedula}}',
  signatures: [{ by: 'signatory', signatory: 'firmante0000001', caption: 'Firma' }],
  route: [{ key: 'uno', name: 'Uno', group: 'grupo0000000001', people: ['persona00000001', 'persona00000002'] }],
}
const known: KnownRecords = {
  signatories: [{ id: 'firmante0000001', name: 'Ana Ruiz' }],
  groups: [{ id: 'grupo0000000001', name: 'Nómina' }],
  people: [
    { id: 'persona00000001', name: 'Luis Díaz' },
    { id: 'persona00000002', name: 'Eva Sol' },
  ],
  lists: [{ id: listId, name: 'Empleados', columns: [{ key: 'cedula' }] }],
}
const file = createFormatFile(format, known)
const here = { ...known, sources: ['profile.cargo'] }

test('a format file has the names of the records that the format refers to', () => {
  const others = { ...known, groups: [...known.groups, { id: 'grupo0000000002', name: 'Otro' }] }
  expect(createFormatFile(format, others)).toEqual({
    formatFile: 1,
    format,
    references: {
      signatories: [{ id: 'firmante0000001', name: 'Ana Ruiz' }],
      groups: [{ id: 'grupo0000000001', name: 'Nómina' }],
      people: known.people,
      lists: [{ id: listId, name: 'Empleados' }],
    },
  })
})

describe('read a format file', () => {
  it.each(initialFormats)('reads back $name without a difference', (template) => {
    const { file: read, errors } = parseFormatFile(JSON.stringify(createFormatFile(template, known)))
    expect(errors).toBeUndefined()
    expect(read?.format).toEqual(template)
  })

  const folder = join(import.meta.dirname, '../../../src/domain/formats')
  const templates = ['seed', 'examples'].flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((path) => path.endsWith('.json'))
      .map((path) => join(name, path)),
  )
  it.each(templates)('imports %s of the product completely', (path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    const { file: read, errors, unknownPaths } = { unknownPaths: [], ...parseFormatFile(text) }
    expect({ errors, unknownPaths }).toEqual({ errors: undefined, unknownPaths: [] })
    expect(createFormatFile(read?.format as FormatInput, known).format).toEqual(JSON.parse(text).format)
  })
  it('finds the twenty files of the product', () => expect(templates).toHaveLength(20))

  it.each(['', '[]', '"x"', '{"format":{}}', '{'])('refuses %j as another file', (text) => {
    expect(parseFormatFile(text)).toEqual({ errors: [{ path: [], code: 'file' }] })
  })

  it('reports errors with their place', () => {
    const odd = structuredClone(file) as unknown as { format: Record<string, unknown> }
    odd.format = { ...odd.format, code: 'abc', fields: [{ key: 'A b', label: '', type: 'nube' }], body: 7, route: [{}] }
    odd.format.external = { who: 'todos' }
    const errors = parseFormatFile(JSON.stringify(odd)).errors ?? []
    expect(errors.map(describeFileError)).toEqual([
      'Código: El código lleva de 2 a 4 letras mayúsculas.',
      'Campo 1, key: La clave lleva minúsculas, números y guion bajo.',
      'Campo 1, label: Este dato es obligatorio.',
      'Campo 1, type: El valor no es válido.',
      'Redacción: El valor no es válido.',
      'Personas externas.who: No está entre las opciones.',
      'Paso 1, key: El valor no es válido.',
      'Paso 1, name: El valor no es válido.',
    ])
  })

  it('names the records of a damaged list of references', () => {
    const describe = (references: unknown) =>
      (parseFormatFile(JSON.stringify({ ...file, references })).errors ?? []).map(describeFileError)
    expect(
      describe({
        ...file.references,
        signatories: 'x',
        lists: [
          { id: 'a', name: 'b' },
          { id: 'a', name: 7 },
        ],
      }),
    ).toEqual([
      'Referencias, firmantes: El valor no es válido.',
      'Referencias, listas, 2, name: El valor no es válido.',
    ])
    expect(describe(7)).toEqual(['Referencias: El valor no es válido.'])
  })

  it('lists properties that formats do not have', () => {
    const text = JSON.stringify({
      ...file,
      format: { ...format, color: 'rojo', fields: [{ ...format.fields[0], grosor: 1 }, format.fields[1]] },
    })
    expect(parseFormatFile(text)).toMatchObject({ unknownPaths: ['fields.0.grosor', 'color'] })
  })
})

describe('adapt references', () => {
  it('keeps all in the same installation', () => {
    expect(adaptReferences(format, file.references, here)).toEqual({ format, missing: [] })
  })

  it('uses records with the same name, but not people', () => {
    const other = {
      signatories: [{ id: 'otrofirmante001', name: 'ANA RUIZ' }],
      groups: [{ id: 'otrogrupo000001', name: 'nomina' }],
      people: [],
      lists: [{ id: 'otralista000001', name: 'Empleados', columns: [{ key: 'cedula' }, { key: 'otra' }] }],
      sources: ['profile.cargo'],
    }
    const { format: adapted, missing } = adaptReferences(format, file.references, other)
    expect(adapted).toMatchObject({
      fields: [{ from: 'profile.cargo' }, { list: { id: 'otralista000001', column: 'cedula' } }],
      signatures: [{ by: 'signatory', signatory: 'otrofirmante001', caption: 'Firma' }],
      route: [{ group: 'otrogrupo000001', people: [] }],
    })
    expect(missing.map(({ kind, place, name }) => [kind, place, name])).toEqual([
      ['people', 'Paso 1', 'Luis Díaz'],
      ['people', 'Paso 1', 'Eva Sol'],
    ])
  })

  it('removes what does not exist, and lists it', () => {
    const none = { signatories: [], groups: [], people: [], lists: [], sources: [] }
    const { format: adapted, missing } = adaptReferences(format, undefined, none)
    expect(adapted).toMatchObject({
      fields: [
        { key: 'nombre', label: 'Nombre', type: 'text' },
        { key: 'cedula', label: 'Cédula', type: 'text' },
      ],
      signatures: [{ by: 'organisation', caption: 'Firma' }],
      route: [{ key: 'uno', name: 'Uno', people: [] }],
    })
    expect(JSON.stringify(adapted)).not.toMatch(/from|list|group"/)
    expect(missing.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'signatories firmante0000001',
      'groups grupo0000000001',
      'people persona00000001',
      'people persona00000002',
      'source profile.cargo',
      `lists ${listId}`,
    ])
  })

  it('removes a list without the columns, or with a name that two lists share', () => {
    const lists = [{ id: listId, name: 'Empleados', columns: [{ key: 'nombre' }] }]
    expect(adaptReferences(format, file.references, { ...here, lists }).missing).toMatchObject([{ kind: 'lists' }])
    const twins = ['a', 'b'].map((id) => ({ id, name: 'Nómina' }))
    expect(adaptReferences(format, file.references, { ...here, groups: twins }).missing).toMatchObject([
      { kind: 'groups', place: 'Paso 1', name: 'Nómina' },
    ])
  })
})

describe('published schema', () => {
  const schema = z.toJSONSchema(formatFileSchema, { io: 'input' })

  it('accepts format files and rejects others', () => {
    const isValid = new Ajv({ strict: false }).compile(schema)
    for (const template of initialFormats) expect(isValid(createFormatFile(template, known))).toBe(true)
    expect(isValid(file)).toBe(true)
    expect(isValid({ ...file, format: { ...format, code: 'abc' } })).toBe(false)
    expect(isValid({ format })).toBe(false)
  })
})
