import { shorten } from '../text/text.ts'
import { computerFor } from './computation.ts'
import type { Field, Value, Values } from './field.ts'
import { maxSummaryFields } from './field-types.ts'
import { kinds } from './kinds.ts'
import { ownValue } from './scope.ts'

const longest = 200
/** Order of the fields that fill a summary without enough of the usual ones: names and their documents, then what tells one from another. */
const telling = [
  (field: Field) => isName(field) && field.required === true,
  isName,
  ({ type }: Field) => type === 'choice' || type === 'date' || type === 'money',
  ({ type }: Field) => type === 'longText' || type === 'email' || type === 'phone',
]

function isName({ type }: Field): boolean {
  return type === 'text' || type === 'idDocument'
}

/** The name before the first required identity document, that document, and the amount. */
function usualFields(fields: readonly Field[]): Field[] {
  const document = fields.find(({ type, required }) => type === 'idDocument' && required)
  const name = fields
    .slice(0, document ? fields.indexOf(document) : 0)
    .reverse()
    .find(({ type, required }) => type === 'text' && required)
  const amount =
    fields.find(({ type }) => type === 'money') ??
    fields.find(({ type, key }) => type === 'computed' && key === 'total')
  return [name, document, amount].filter((field) => field !== undefined)
}

interface Prepared {
  of: readonly Field[]
  ranked: Field[]
  /** Left out if no computed field may be shown. */
  compute?: (values: Values) => void
}

let latest: Prepared = { of: [], ranked: [] }

/** Caches the latest format, because a batch asks for thousands of summaries of one. */
function prepare(fields: readonly Field[]): Prepared {
  if (latest.of === fields) return latest
  const chosen = fields.filter(({ summary }) => summary)
  const rest = telling.flatMap((tells) => fields.filter(tells))
  const ranked = chosen.length ? chosen : [...new Set([...usualFields(fields), ...rest])]
  const isComputed = ranked.some(({ type }) => type === 'computed')
  latest = { of: fields, ranked, ...(isComputed && { compute: computerFor(fields) }) }
  return latest
}

/** Whether a stored value, which a draft may hold in any form, has the form that its type prints. */
function isPrintable({ type }: Field, value: Value): boolean {
  // The total of nothing says nothing.
  if (type === 'computed') return typeof value === 'string' && /[1-9a-z]/i.test(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'integer' && typeof value === 'number') return true
  if (type === 'choices')
    return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
  return typeof value === 'string' && value !== ''
}

/** Prints the summary fields of the format, at most 200 characters, for lists and search; the format's name if they are empty. */
export function summaryOf(format: { name: string }, fields: readonly Field[], values: Values): string {
  const printed: string[] = []
  const { ranked, compute } = prepare(fields)
  const complete = compute ? { ...values } : values
  compute?.(complete)
  for (const field of ranked) {
    const value: Value | undefined = ownValue(complete, field.key)
    if (value === undefined || !isPrintable(field, value)) continue
    const text = kinds[field.type].print(field, value)
    printed.push(shorten(field.type === 'longText' ? text.replace(/\n+/g, ' ') : text, 80))
    if (printed.length === maxSummaryFields) break
  }
  return shorten(printed.join(' · '), longest) || format.name
}
