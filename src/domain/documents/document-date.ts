import type { Field, Values } from '../fields/field.ts'
import { isIsoDate } from '../time/calendar.ts'
import type { FormatPaperSettings } from './paper.ts'

/** Built-in field for the date of the document. A field of the format with the same key takes precedence. */
const dateField: Field = { key: 'fecha_documento', label: 'Fecha del documento', type: 'date' }

/** Returns the fields that a template body can reference: the fields of the format and the document date. */
export function getTemplateFields(fields: readonly Field[]): readonly Field[] {
  return fields.some(({ key }) => key === dateField.key) ? fields : fields.concat(dateField)
}

interface DatedFields {
  fields: readonly Field[]
  values: Values
  /** `YYYY-MM-DD` */
  date: string
}

/** Returns the date of a document and its field: the format's date field, or the day of the decision. */
export function resolveDocumentDate(
  { fields, paper }: { fields: readonly Field[]; paper?: FormatPaperSettings | null | undefined },
  values: Values,
  decided: string,
): DatedFields {
  const chosen = paper?.date === undefined ? undefined : values[paper.date]
  const date = typeof chosen === 'string' && isIsoDate(chosen) ? chosen : decided
  const all = getTemplateFields(fields)
  return { fields: all, values: all === fields ? values : { ...values, [dateField.key]: date }, date }
}
