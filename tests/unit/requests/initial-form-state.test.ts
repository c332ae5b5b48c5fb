import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import { createRowDefaults } from '../../../src/domain/requests/prefill.ts'
import { getPrefillSources } from '../../../src/domain/requests/prefill-sources.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { createInitialFormState, createPrefilledForm } from '../../../src/requests/initial-form-state.ts'

const context = { today: '2026-11-20', country: 'CO' }
const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'fecha_expedicion', label: 'Fecha', type: 'date' },
  { key: 'ciudad', label: 'Ciudad', type: 'text' },
]
const copy = { id: 'd', format: 'f', typed: { nombre: 'Ana' }, base: 'v1', at: 0 }

test('shows the stored draft if there is no local copy', () => {
  const opening = createInitialFormState(fields, null, { values: { nombre: 'Eva' }, updated: 'v2' }, context)
  expect(opening).toMatchObject({ typed: { nombre: 'Eva' }, base: 'v2', unsaved: false })
})

test('shows and saves a local copy that never reached the server', () => {
  expect(createInitialFormState(fields, { ...copy, base: '' }, null, context)).toMatchObject({
    typed: { nombre: 'Ana' },
    unsaved: true,
    base: '',
  })
})

test('treats a local copy equal to the stored draft as saved', () => {
  const opening = createInitialFormState(fields, copy, { values: { nombre: 'Ana' }, updated: 'v2' }, context)
  expect(opening).toMatchObject({ unsaved: false, base: 'v2' })
})

test('keeps the base of a local copy if the draft changed elsewhere', () => {
  const opening = createInitialFormState(fields, copy, { values: { nombre: 'Eva' }, updated: 'v2' }, context)
  expect(opening).toMatchObject({ typed: { nombre: 'Ana' }, unsaved: true, base: 'v1' })
})

const cali = { 'organisation.city': 'Cali' }

test('prefills date and city of issue, and renews the date of a copied request', () => {
  expect(createPrefilledForm(fields, context, cali)).toEqual({
    typed: { nombre: '', fecha_expedicion: '20/11/2026', ciudad: 'Cali' },
    filled: {
      fecha_expedicion: { by: 'today', typed: '20/11/2026' },
      ciudad: { by: 'organisation', typed: 'Cali' },
    },
  })
  const copied = { nombre: 'Ana', ciudad: 'Tunja', fecha_expedicion: '2020-01-01' }
  expect(createPrefilledForm(fields, context, cali, copied).typed).toEqual({
    nombre: 'Ana',
    fecha_expedicion: '20/11/2026',
    ciudad: 'Tunja',
  })
})

test('prefills from the profile before the default, without invalid values', () => {
  const named: Field[] = [
    { key: 'nombre', label: 'Nombre', type: 'text', from: 'profile.name' },
    { key: 'cargo', label: 'Cargo', type: 'text', from: 'profile.cargo', default: 'Sin cargo' },
    { key: 'nit', label: 'NIT', type: 'idDocument', kinds: ['NIT'], from: 'organisation.id' },
    { key: 'correo', label: 'Correo', type: 'email', from: 'organisation.name', default: 'a@b.co' },
    { key: 'vence', label: 'Vence', type: 'date', default: 'hoy+30' },
    { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', default: '1.500' },
    { key: 'urgente', label: 'Urgente', type: 'boolean', default: 'no' },
    { key: 'fecha', label: 'Fecha', type: 'date', default: '1/2/2026' },
  ]
  const sources = { 'profile.name': 'Ana Güell', 'organisation.id': '900.123.456-8', 'organisation.name': 'Una S. A.' }
  expect(createPrefilledForm(named, context, sources).typed).toEqual({
    nombre: 'Ana Güell',
    cargo: 'Sin cargo',
    nit: '900123456-8',
    correo: 'a@b.co',
    vence: '20/12/2026',
    valor: '$ 1.500,00',
    urgente: 'No',
    fecha: '01/02/2026',
  })
  expect(createPrefilledForm(named, context, sources, { nombre: 'Eva', vence: '2020-01-01' })).toMatchObject({
    typed: { nombre: 'Eva', vence: '20/12/2026' },
    filled: { cargo: { by: 'default' }, nit: { by: 'organisation' }, vence: { by: 'today' } },
  })
})

describe('form about its requester', () => {
  const user = {
    name: 'Ana Güell',
    email: 'ana@a.co',
    phone: '+573001234567',
    profile: { cedula: '1020304050', cargo: 'Jefa' },
  }
  const profileFields = [
    { key: 'cedula', label: 'Documento de identidad', type: 'idDocument', own: true },
    { key: 'cargo', label: 'Cargo', type: 'text', own: true },
  ]
  const settings = {
    organisationName: '',
    organisationId: '',
    address: '',
    city: '',
    phone: '',
    web: '',
    profileFields,
  }
  const known = getPrefillSources(user, settings as unknown as Settings)
  const prefill = (own: readonly Field[]) =>
    Object.fromEntries(
      Object.entries(createPrefilledForm(own, context, known).filled).map(([key, { typed }]) => [key, typed]),
    )
  const [name, id, today] = ['Ana Güell', '1020304050', '20/11/2026']

  test.each([
    ['CL', { nombre_completo: name, numero_documento: id, cargo: 'Jefa', fecha_expedicion: today }],
    ['PS', { nombre: name, numero_documento: id, fecha_expedicion: today }],
    ['CC', { nombre: name, numero_documento: id, telefono: '+57 300 123 4567', fecha: today }],
    ['CE', { nombre_completo: name, numero_documento: id, fecha_expedicion: today }],
    ['VP', { nombre_completo: name, numero_documento: id, cargo: 'Jefa', fecha_solicitud: today }],
    [
      'AD',
      {
        titular: name,
        numero_documento: id,
        correo: 'ana@a.co',
        telefono: '+57 300 123 4567',
        fecha: today,
        // Default of the format.
        representante_tipo_documento: 'CC',
      },
    ],
    ['MI', { de: name, fecha: today }],
    // The supplier's phone and e-mail, and the identity number of the contractor or receiver, are not the requester's.
    ['OC', { solicitado_por: name, fecha: today }],
    ['CPS', { fecha_firma: today, representante_tipo_documento: 'CC', representante_contratista_tipo_documento: 'CC' }],
    ['AE', {}],
  ])('%s is prefilled with what is known of the requester', (code, expected) => {
    const format = initialFormats.find((one) => one.code === code)
    expect(prefill(format?.fields ?? [])).toEqual(expected)
  })

  const text = (key: string): Field => ({ key, label: key, type: 'text' })
  const contact: Field[] = [
    { key: 'cedula', label: 'Cédula', type: 'idDocument' },
    { key: 'correo', label: 'Correo', type: 'email' },
    { key: 'telefono', label: 'Teléfono', type: 'phone' },
    text('cargo'),
  ]
  const contactValues = { cedula: id, correo: 'ana@a.co', telefono: '+57 300 123 4567', cargo: 'Jefa' }

  test.each<[string, Field[], object]>([
    ['after the name', [text('nombre'), ...contact], { nombre: name, ...contactValues }],
    ['before the name', [...contact, text('nombre')], { nombre: name, ...contactValues }],
    [
      'after an address',
      [text('solicitante'), text('direccion'), text('ciudad'), ...contact],
      { solicitante: name, ...contactValues },
    ],
    [
      'after a field that is rarely shown',
      [text('titular'), { ...text('representante'), visibleIf: { key: 'menor', equals: true } }, ...contact],
      { titular: name, ...contactValues },
    ],
    ['of a supplier', [text('solicitante'), text('proveedor'), ...contact], { solicitante: name }],
    ['of a supplier above the requester', [text('proveedor'), ...contact, text('solicitante')], { solicitante: name }],
    [
      'of a supplier known by number',
      [text('solicitante'), { key: 'nit', label: 'NIT', type: 'idDocument' }, ...contact],
      { solicitante: name },
    ],
    [
      'of a supplier chosen from a list',
      [
        text('solicitante'),
        { key: 'proveedor', label: 'Proveedor', type: 'choice', options: [{ value: 'A' }] },
        ...contact,
      ],
      { solicitante: name },
    ],
    [
      'of a supplier under a title',
      [text('solicitante'), { ...contact[1], before: { section: 'Datos del proveedor' } } as Field, ...contact],
      { solicitante: name },
    ],
    [
      'of the requester below the supplier',
      [text('proveedor'), text('solicitante'), ...contact],
      { solicitante: name, ...contactValues },
    ],
  ])('prefills contact data only of the requester: %s', (_, own, expected) => {
    expect(prefill(own)).toEqual(expected)
  })

  test('prefers the source and the default of the format, and leaves fields of approvers and rows of a batch', () => {
    const own: Field[] = [
      { key: 'nombre', label: 'Nombre', type: 'text', default: 'Eva' },
      { key: 'solicitante', label: 'Solicitante', type: 'text', from: 'organisation.name' },
      { key: 'cedula', label: 'Cédula', type: 'idDocument', approvers: 'fill' },
    ]
    expect(prefill(own)).toEqual({ nombre: 'Eva' })
    const rowOf = createRowDefaults(fields, context, known)
    expect(fields.map((field) => rowOf(field, () => false))).toEqual([undefined, '2026-11-20', undefined])
  })
})

test('omits attachments from a copied request', () => {
  const soportes: Field = { key: 'soportes', label: 'Soportes', type: 'file' }
  const values = { nombre: 'Ana', soportes: [{ id: 'a'.repeat(15), name: 'a.pdf', size: 1 }] }
  expect(createPrefilledForm([...fields, soportes], context, {}, values).typed).toMatchObject({
    nombre: 'Ana',
    soportes: [],
  })
})
