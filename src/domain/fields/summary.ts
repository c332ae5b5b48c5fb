import { truncateText } from '../text/text.ts'
import { computerFor } from './computation.ts'
import type { Field, Value, Values } from './field.ts'
import { maxSummaryFields } from './field-types.ts'
import { kinds } from './kinds.ts'
import { ownValue } from './scope.ts'

const longest = 200
/**
 * Fallback order of summary fields: names and documents, then choices, dates and amounts, then long texts and
 * contacts.
 */
const telling = [
  (field: Field) => isName(field) && field.required === true,
  isName,
  ({ type }: Field) => type === 'choice' || type === 'date' || type === 'money',
  ({ type }: Field) => type === 'longText' || type === 'email' || type === 'phone',
]

function isName({ type }: Field): boolean {
  return type === 'text' || type === 'idDocument'
}

/**
 * Returns the default summary fields: the name before the first required identity document, that document, and the
 * amount.
 */
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
  /** Absent if no summary field is computed. */
  compute?: (values: Values) => void
}

let latest: Prepared = { of: [], ranked: [] }

/** Caches the latest format, because a batch prints thousands of summaries of the same format. */
function prepare(fields: readonly Field[]): Prepared {
  if (latest.of === fields) return latest
  const chosen = fields.filter(({ summary }) => summary)
  const rest = telling.flatMap((tells) => fields.filter(tells))
  const ranked = chosen.length ? chosen : [...new Set([...usualFields(fields), ...rest])]
  const isComputed = ranked.some(({ type }) => type === 'computed')
  latest = { of: fields, ranked, ...(isComputed && { compute: computerFor(fields) }) }
  return latest
}

/** Reports whether a stored value has the form that its type prints; drafts may contain any form. */
function isPrintable({ type }: Field, value: Value): boolean {
  // Excludes computed values that are zero.
  if (type === 'computed') return typeof value === 'string' && /[1-9a-z]/i.test(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'integer' && typeof value === 'number') return true
  if (type === 'choices')
    return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
  return typeof value === 'string' && value !== ''
}

/**
 * Formats the summary fields for lists and search, at most 200 characters. Returns the format's name if all are
 * empty.
 */
export function summaryOf(format: { name: string }, fields: readonly Field[], values: Values): string {
  const printed: string[] = []
  const { ranked, compute } = prepare(fields)
  const complete = compute ? { ...values } : values
  compute?.(complete)
  for (const field of ranked) {
    const value: Value | undefined = ownValue(complete, field.key)
    if (value === undefined || !isPrintable(field, value)) continue
    const text = kinds[field.type].print(field, value)
    printed.push(truncateText(field.type === 'longText' ? text.replace(/\n+/g, ' ') : text, 80))
    if (printed.length === maxSummaryFields) break
  }
  return truncateText(printed.join(' · '), longest) || format.name
}
