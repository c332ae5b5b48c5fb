import { visibleFields } from './conditions.ts'
import type { Field, Values } from './field.ts'
import { kinds } from './fields/kinds.ts'
import { lookup } from './near.ts'
import { shorten } from './text.ts'

const longest = 200
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

/** The first telling values, printed, at most 200 characters, for lists and search; the format's name where there are none. */
export function summaryOf(format: { name: string }, fields: readonly Field[], values: Values): string {
  const value = lookup(values)
  const there = visibleFields(fields, values).filter(({ key }) => value(key) !== undefined && value(key) !== '')
  const chosen = [...new Set(telling.flatMap((tells) => there.filter(tells)))].slice(0, 3)
  const printed = chosen.map((field) =>
    shorten(kinds[field.type].print(field, value(field.key) ?? '').replace(/\n+/g, ' '), 80),
  )
  return shorten(printed.join(' · '), longest) || format.name
}
