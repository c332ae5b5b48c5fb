import { visibleFields } from './conditions.ts'
import type { Field, Values } from './field.ts'
import { kinds } from './fields/kinds.ts'
import { lookup } from './near.ts'
import { shorten } from './text.ts'

const longest = 200
/** Whom or what a document is about comes first: names and their documents; then what tells one from another. */
const telling = [
  ['text', 'idDocument'],
  ['choice', 'date', 'money'],
  ['longText', 'email', 'phone'],
]

/** The first telling values, printed, at most 200 characters, for lists and search; the format's name where there are none. */
export function summaryOf(format: { name: string }, fields: readonly Field[], values: Values): string {
  const value = lookup(values)
  const there = visibleFields(fields, values).filter(({ key }) => value(key) !== undefined && value(key) !== '')
  const chosen = telling.flatMap((types) => there.filter(({ type }) => types.includes(type))).slice(0, 3)
  const printed = chosen.map((field) =>
    shorten(kinds[field.type].print(field, value(field.key) ?? '').replace(/\n+/g, ' '), 80),
  )
  return shorten(printed.join(' · '), longest) || format.name
}
