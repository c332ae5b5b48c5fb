import type { Field, Value, Values } from './field.ts'
import { kinds } from './fields/kinds.ts'
import { own } from './near.ts'
import { shorten } from './text.ts'

const longest = 200
const parts = 3

/** Whom or what a document is about comes first: names and their documents; then what tells one from another. */
const telling = [
  (field: Field) => isName(field) && field.required === true,
  isName,
  ({ type }: Field) => type === 'choice' || type === 'date' || type === 'money',
  ({ type }: Field) => type === 'longText' || type === 'email' || type === 'phone',
]

function isName({ type }: Field): boolean {
  return type === 'text' || type === 'idDocument'
}

let latest: { fields: readonly Field[]; ranked: Field[] } = { fields: [], ranked: [] }

function ranked(fields: readonly Field[]): Field[] {
  // A batch asks for thousands of summaries of one format.
  if (latest.fields !== fields)
    latest = { fields, ranked: [...new Set(telling.flatMap((tells) => fields.filter(tells)))] }
  return latest.ranked
}

/** The first telling values, printed, at most 200 characters, for lists and search; the format's name where there are none. */
export function summaryOf(format: { name: string }, fields: readonly Field[], values: Values): string {
  const printed: string[] = []
  for (const field of ranked(fields)) {
    const value: Value | undefined = own(values, field.key)
    if (typeof value !== 'string' || value === '') continue
    const text = kinds[field.type].print(field, value)
    printed.push(shorten(field.type === 'longText' ? text.replace(/\n+/g, ' ') : text, 80))
    if (printed.length === parts) break
  }
  return shorten(printed.join(' · '), longest) || format.name
}
