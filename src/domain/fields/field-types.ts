/** Types of fields. Defined in a module without zod, so that code that only reads values does not load schemas. */
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

/** Returns whether the field type is numeric; identity documents and phones are texts. */
export function isNumericField({ type }: { type: FieldType }): boolean {
  return type === 'integer' || type === 'decimal' || type === 'money' || type === 'percent'
}

/** Groups of file types, from which a file field accepts one or more. */
export const fileTypeGroups = ['pdf', 'image', 'office'] as const
export type FileTypeGroup = (typeof fileTypeGroups)[number]

export const idDocumentKinds = ['CC', 'CE', 'PA', 'TI', 'NIT', 'RUT', 'CUIT', 'RUC', 'RFC', 'CURP', 'DNI'] as const
export type IdDocumentKind = (typeof idDocumentKinds)[number]

/** Maximum number of summary fields in a format. Lists, the approval queue and drafts show these fields. */
export const maxSummaryFields = 3
