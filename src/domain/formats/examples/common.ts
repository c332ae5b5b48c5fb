import type { Field } from '../../fields/field.ts'

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

export const positionField: Field = {
  key: 'puesto',
  label: 'Puesto',
  type: 'text',
  required: true,
  max: 120,
  example: 'Analista de nómina',
}

export const dateField: Field = { key: 'fecha', label: 'Fecha', type: 'date', required: true, example: '20/11/2026' }

export const createCityField = (example: string): Field => ({
  key: 'ciudad',
  label: 'Ciudad',
  type: 'text',
  required: true,
  max: 80,
  from: 'organisation.city',
  example,
})

export const startField: Field = {
  key: 'fecha_ingreso',
  label: 'Fecha de ingreso',
  type: 'date',
  required: true,
  example: '03/02/2020',
}

export const endField: Field = {
  key: 'fecha_fin',
  label: 'Último día de trabajo',
  type: 'date',
  required: true,
  min: '@fecha_ingreso',
  example: '30/11/2026',
}
