import type { Column, Field } from '../../fields/field.ts'
import type { IdDocumentKind } from '../../fields/field-types.ts'
import { createDateField, createTextField } from '../seed/parts.ts'

// Fields that several example formats share.

export const nameField: Field = {
  key: 'nombre',
  label: 'Nombre completo',
  type: 'text',
  required: true,
  min: 3,
  max: 120,
  example: 'María José Güell Peña',
  personal: true,
}

export const createPositionField = (key: string, label: string): Field =>
  createTextField(key, label, 120, 'Analista de nómina')

export const dateField: Field = createDateField('fecha', 'Fecha', '20/11/2026')

export const createCityField = (example: string): Field => ({
  ...createTextField('ciudad', 'Ciudad', 80, example),
  from: 'organisation.city',
})

export const startField: Field = createDateField('fecha_ingreso', 'Fecha de ingreso', '03/02/2020')

export const endField: Field = createDateField('fecha_fin', 'Último día de trabajo', '30/11/2026', {
  min: '@fecha_ingreso',
})

/** Identity document of one kind. */
export const createIdField = (kind: IdDocumentKind, key: string, label: string, example: string): Field => ({
  key,
  label,
  type: 'idDocument',
  required: true,
  kinds: [kind],
  example,
})

/** Name of the organisation as a party of the document. */
export const createOrganisationField = (key: string, label: string, example: string): Field => ({
  ...createTextField(key, label, 160, example),
  from: 'organisation.name',
})

export const createRepresentativeField = (label: string): Field => ({
  ...createTextField('representante', label, 120, 'Nubia Ibáñez Rey'),
  personal: true,
})

/** Answer that includes the pay in the document, and the pay. */
export function createPayFields(
  included: Pick<Field, 'key' | 'label'>,
  pay: Pick<Field, 'key' | 'label' | 'currency' | 'example'>,
): Field[] {
  const condition = { key: included.key, equals: true }
  return [
    { ...included, type: 'boolean', required: true, example: 'Sí' },
    { ...pay, type: 'money', min: 1, personal: true, visibleIf: condition, requiredIf: condition },
  ]
}

export const createInWordsField = (of: string, label: string, more: Partial<Field> = {}): Field => ({
  key: `${of}_en_letras`,
  label,
  type: 'computed',
  formula: `enLetras(${of})`,
  ...more,
})

export const periodFields: Field[] = [
  createDateField('fecha_inicio', 'Inicio', '01/12/2026'),
  createDateField('fecha_fin', 'Fin', '31/05/2027', { min: '@fecha_inicio' }),
]

export const deliveryField: Field = createDateField('fecha_entrega', 'Fecha de entrega', '04/12/2026', {
  min: '@fecha',
})

export const quantityColumn: Column = {
  key: 'cantidad',
  label: 'Cantidad',
  type: 'decimal',
  decimals: 3,
  required: true,
  min: '0.001',
  example: '12',
}

export const createPriceColumn = (label: string, currency: string, example: string): Column => ({
  key: 'precio',
  label,
  type: 'money',
  currency,
  required: true,
  min: 0,
  example,
})
