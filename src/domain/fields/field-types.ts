/** Types of fields. Defined in a module without zod, so that code that only reads values does not load schemas. */
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
} as const
export type FieldType = keyof typeof fieldTypeLabels
export const fieldTypes = Object.keys(fieldTypeLabels) as FieldType[]

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
