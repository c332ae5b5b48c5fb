import * as z from 'zod/mini'
import { type Field, fieldKey, type Values } from '../field.ts'
import { type Country, countries } from '../settings.ts'

const issuer = z.object({
  name: fieldKey,
  id: z.optional(fieldKey),
  address: z.optional(fieldKey),
  city: z.optional(fieldKey),
  phone: z.optional(fieldKey),
  web: z.optional(fieldKey),
})

/** What the documents of a format look like where they differ from the organisation's. */
export const formatPaper = z.object({
  /** Key of the field whose day a document bears; without one, the day of its decision. */
  date: z.optional(fieldKey),
  /** Whose letterhead: the organisation's without this, that of who is named in fields (`issuer`), or none. */
  letterhead: z.optional(z.enum(['issuer', 'none'])),
  issuer: z.optional(issuer),
  size: z.optional(z.enum(['letter', 'a4', 'legal'])),
  margins: z.optional(z.enum(['narrow', 'normal', 'wide'])),
  ragged: z.optional(z.boolean()),
  /** Whose way to write numbers and days. */
  country: z.optional(z.enum(Object.keys(countries) as [Country, ...Country[]])),
})
export type FormatPaper = z.infer<typeof formatPaper>

/** What the body calls the document's one day; a field of this key comes before it. */
const dateField: Field = { key: 'fecha_documento', label: 'Fecha del documento', type: 'date' }

/** The fields that a body may name: those of the format, and the day of the document. */
export function nameable(fields: readonly Field[]): readonly Field[] {
  return fields.some(({ key }) => key === dateField.key) ? fields : [...fields, dateField]
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
  const date = typeof chosen === 'string' && chosen ? chosen : decided
  const all = nameable(fields)
  return { fields: all, values: all === fields ? values : { ...values, [dateField.key]: date }, date }
}
