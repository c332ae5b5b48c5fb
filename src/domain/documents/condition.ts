import { exactNumber } from '../fields/bound.ts'
import type { Column, Context, Field, Value } from '../fields/field.ts'
import { isNumeric } from '../fields/number.ts'
import { readValue } from '../fields/values.ts'
import { compareDecimals } from '../money/decimal.ts'
import { normalizeLine } from '../text/text.ts'
import type { Sign, TemplateCondition } from './condition-text.ts'

export interface Found {
  field?: Field | Column
  value?: Value | undefined
}

/** Returns whether a condition is true for the values returned by `find`. Never throws. */
export function holds(condition: TemplateCondition, find: (key: string) => Found): boolean {
  if (condition.is === 'not') return !holds(condition.of, find)
  if (condition.is === 'and') return holds(condition.left, find) && holds(condition.right, find)
  if (condition.is === 'or') return holds(condition.left, find) || holds(condition.right, find)
  const { field, value } = find(condition.key)
  if (condition.is === 'there') return isGiven(value) && value !== false
  if (condition.is === 'empty') return !isGiven(value)
  const other = 'key' in condition.with ? find(condition.with.key).value : field && literal(field, condition.with.text)
  if (!isGiven(value) || !isGiven(other)) return condition.sign === '!='
  return compared(condition.sign, value, other)
}

/** Returns whether a value is not empty; the answer «No» (`false`) is not empty. */
export function isGiven(value: Value | undefined | null): value is Value {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)
}

function compared(by: Sign, value: Value, other: Value): boolean {
  const order = orderOf(value, other)
  if (by === '=') return order === 0
  if (by === '!=') return order !== 0
  if (order === null) return false
  if (by === '<' || by === '>') return by === '<' ? order < 0 : order > 0
  return by === '<=' ? order <= 0 : order >= 0
}

/**
 * Compares two values: negative, zero or positive; null if they differ and have no order. A multiple choice equals
 * each of its chosen options.
 */
function orderOf(value: Value, other: Value): number | null {
  if (Array.isArray(value)) return [other].flat().every((one) => (value as unknown[]).includes(one)) ? 0 : null
  const [a, b] = [exactNumber(value), exactNumber(other)]
  if (a && b) return compareDecimals(a, b)
  const [left, right] = [String(value), String(other)]
  if (left === right) return 0
  return isDay(left) && isDay(right) ? (left < right ? -1 : 1) : null
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Fixed context for parsing literals, because comparisons depend neither on the day nor on the country. */
const anywhere: Context = { today: '2000-01-01', country: 'CO' }
const literals = new WeakMap<object, Map<string, Value | null>>()

/**
 * Parses a text of a condition as a value of a field; null if the field cannot hold it. Results are cached per field.
 */
export function literal(field: Field | Column, text: string): Value | null {
  const known = literals.get(field) ?? new Map<string, Value | null>()
  literals.set(field, known)
  const found = known.get(text)
  if (found !== undefined) return found
  const value = readLiteral(field, text)
  known.set(text, value)
  return value
}

function readLiteral(field: Field | Column, text: string): Value | null {
  if (field.type === 'computed') return read({ ...field, type: 'decimal', decimals: 6 }, text) ?? normalizeLine(text)
  const asTyped = isNumeric(field) || ['date', 'boolean', 'choice', 'choices'].includes(field.type)
  return asTyped ? read(field, text) : normalizeLine(text)
}

function read({ key, label, type, options, decimals, currency }: Column, text: string): Value | null {
  const free: Column = { key, label, type, options, decimals, currency }
  const reading = readValue(free, text, anywhere)
  return 'error' in reading ? null : reading.value
}
