import type { Field, Values } from '../fields/field.ts'
import { isDate } from '../time/calendar.ts'
import type { FormatPaper } from './paper.ts'

/** What the body calls the document's one day; a field of this key comes before it. */
const dateField: Field = { key: 'fecha_documento', label: 'Fecha del documento', type: 'date' }

/** The fields that a body may name: those of the format, and the day of the document. */
export function nameable(fields: readonly Field[]): readonly Field[] {
  return fields.some(({ key }) => key === dateField.key) ? fields : fields.concat(dateField)
}

interface Dated {
  fields: readonly Field[]
  values: Values
  /** `YYYY-MM-DD` */
  date: string
}

/** A document's one day, in its head and in its body: of the field that its format names, or of the decision. */
export function dated(
  { fields, paper }: { fields: readonly Field[]; paper?: FormatPaper | null | undefined },
  values: Values,
  decided: string,
): Dated {
  const chosen = paper?.date === undefined ? undefined : values[paper.date]
  const date = typeof chosen === 'string' && isDate(chosen) ? chosen : decided
  const all = nameable(fields)
  return { fields: all, values: all === fields ? values : { ...values, [dateField.key]: date }, date }
}
