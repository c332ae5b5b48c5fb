/** Types of fields. This module does not import zod, so code that only reads values does not load schemas. */
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

/** Groups of file types that a file field may accept. */
export const fileFamilies = ['pdf', 'image', 'office'] as const
export type FileFamily = (typeof fileFamilies)[number]

export const idKinds = ['CC', 'CE', 'PA', 'TI', 'NIT', 'RUT', 'CUIT', 'RUC', 'RFC', 'CURP', 'DNI'] as const
export type IdKind = (typeof idKinds)[number]

/** Maximum summary fields of a format; lists, the queue and drafts show them. */
export const maxSummaryFields = 3
