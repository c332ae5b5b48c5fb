import type { FormatPaper } from '../../src/domain/documents/paper.ts'
import type { Field } from '../../src/domain/fields/field.ts'

/** What becomes of one of the ten formats: its text, what its fields gain and how one of them changes. Literal: never edited once it is released. */
export interface Rewriting {
  code: string
  /** `fingerprint` of the text that it follows: a format that says anything else is somebody's own. */
  follows: string
  body: string
  /** Where the head of the document has its day and, of some, its issuer from. */
  paper: FormatPaper
  /** New fields, each behind the field of that key. */
  added?: { after: string; field: Field }[]
  changed?: Record<string, Partial<Field>>
}

export function rewrittenFields(fields: readonly Field[], { added = [], changed = {} }: Rewriting): Field[] {
  return fields.flatMap((field) => [
    withoutFalse({ ...field, ...changed[field.key] }),
    ...added.filter(({ after }) => after === field.key).map((one) => one.field),
  ])
}

/** A field that is not required says nothing of it. */
function withoutFalse({ required, ...field }: Field): Field {
  return required ? { ...field, required } : field
}

/** Fields and body as one text, whatever the order in which the keys of a field were written. */
export function canonicalText(fields: unknown, body: string): string {
  const order = (_key: string, value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return `${JSON.stringify(fields, order)}\n${body}`
}
