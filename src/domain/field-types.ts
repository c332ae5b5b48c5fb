/** Apart from the schema of a field: whoever reads a value needs only these. */
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
