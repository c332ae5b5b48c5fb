import { parseExactNumber } from '../fields/bound.ts'
import type { Column, Field, ValidationContext, Value } from '../fields/field.ts'
import { isNumericField } from '../fields/field-types.ts'
import { parseValue } from '../fields/values.ts'
import { compareDecimals } from '../money/decimal.ts'
import { normalizeLine } from '../text/text.ts'
import type { ComparisonOperator, TemplateCondition } from './condition-text.ts'

export interface FieldWithValue {
  field?: Field | Column
  value?: Value | undefined
}

/** Returns whether a condition is true. `find`: returns a field and its value by key. Never throws. */
export function evaluateCondition(condition: TemplateCondition, find: (key: string) => FieldWithValue): boolean {
  if (condition.is === 'not') return !evaluateCondition(condition.of, find)
  if (condition.is === 'and') return evaluateCondition(condition.left, find) && evaluateCondition(condition.right, find)
  if (condition.is === 'or') return evaluateCondition(condition.left, find) || evaluateCondition(condition.right, find)
  const { field, value } = find(condition.key)
  if (condition.is === 'there') return hasValue(value) && value !== false
  if (condition.is === 'empty') return !hasValue(value)
  const other =
    'key' in condition.with ? find(condition.with.key).value : field && parseLiteral(field, condition.with.text)
  if (!hasValue(value) || !hasValue(other)) return condition.sign === '!='
  return applyOperator(condition.sign, value, other)
}

/** Returns whether a value is not empty. The answer «No» (`false`) counts as a value. */
export function hasValue(value: Value | undefined | null): value is Value {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)
}

function applyOperator(by: ComparisonOperator, value: Value, other: Value): boolean {
  const order = compareForOrder(value, other)
  if (by === '=') return order === 0
  if (by === '!=') return order !== 0
  if (order === null) return false
  if (by === '<' || by === '>') return by === '<' ? order < 0 : order > 0
  return by === '<=' ? order <= 0 : order >= 0
}

/** Compares two values; `null` if they differ but have no order. A multiple choice equals each chosen option. */
function compareForOrder(value: Value, other: Value): number | null {
  if (Array.isArray(value)) return [other].flat().every((one) => (value as unknown[]).includes(one)) ? 0 : null
  const [a, b] = [parseExactNumber(value), parseExactNumber(other)]
  if (a && b) return compareDecimals(a, b)
  const [left, right] = [String(value), String(other)]
  if (left === right) return 0
  return isDay(left) && isDay(right) ? (left < right ? -1 : 1) : null
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Fixed context of texts in conditions, because comparisons must not depend on the day or the country. */
const literalContext: ValidationContext = { today: '2000-01-01', country: 'CO' }
const literalCache = new WeakMap<object, Map<string, Value | null>>()

/** Parses a text in a condition as a value of a field; returns `null` if it is not valid for the field. Caches the result by field. */
export function parseLiteral(field: Field | Column, text: string): Value | null {
  const known = literalCache.get(field) ?? new Map<string, Value | null>()
  literalCache.set(field, known)
  const found = known.get(text)
  if (found !== undefined) return found
  const value = parseLiteralUncached(field, text)
  known.set(text, value)
  return value
}

function parseLiteralUncached(field: Field | Column, text: string): Value | null {
  if (field.type === 'computed') return parseAs({ ...field, type: 'decimal', decimals: 6 }, text) ?? normalizeLine(text)
  const asTyped = isNumericField(field) || ['date', 'boolean', 'choice', 'choices'].includes(field.type)
  return asTyped ? parseAs(field, text) : normalizeLine(text)
}

function parseAs({ key, label, type, options, decimals, currency }: Column, text: string): Value | null {
  const free: Column = { key, label, type, options, decimals, currency }
  const reading = parseValue(free, text, literalContext)
  return 'error' in reading ? null : reading.value
}
