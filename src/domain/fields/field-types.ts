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
  'file',
  'table',
  'computed',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** What a field of files takes. */
export const fileFamilies = ['pdf', 'image', 'office'] as const
export type FileFamily = (typeof fileFamilies)[number]

export const idKinds = ['CC', 'CE', 'PA', 'TI', 'NIT', 'RUT', 'CUIT', 'RUC', 'RFC', 'CURP', 'DNI'] as const
export type IdKind = (typeof idKinds)[number]

/** Fields of a format that lists, the queue and drafts show. */
export const maxSummaryFields = 3
