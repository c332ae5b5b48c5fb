import type { FieldType } from './field-types.ts'

export const fieldTypeLabels = {
  text: 'Texto',
  longText: 'Texto largo',
  integer: 'Número entero',
  decimal: 'Número decimal',
  money: 'Dinero',
  percent: 'Porcentaje',
  date: 'Fecha',
  boolean: 'Sí o no',
  choice: 'Una opción',
  choices: 'Varias opciones',
  idDocument: 'Documento de identidad',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  file: 'Archivos',
  table: 'Tabla',
  computed: 'Calculado',
} as const satisfies Record<FieldType, string>
