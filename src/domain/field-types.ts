/** In a file without zod: code that only reads values does not load the schemas. */
export const fieldTypes = [
  'text',
  'longText',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'boolean',
  'choice',
  'choices',
  'idDocument',
  'email',
  'phone',
  'table',
  'computed',
] as const
export type FieldType = (typeof fieldTypes)[number]

export const idKinds = ['CC', 'CE', 'PA', 'TI', 'NIT', 'RUT', 'CUIT', 'RUC', 'RFC', 'CURP', 'DNI'] as const
export type IdKind = (typeof idKinds)[number]
