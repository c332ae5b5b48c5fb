import { compareDecimals } from '../money/decimal.ts'
import { normalizeLine } from '../text/text.ts'
import { isIsoDate } from '../time/calendar.ts'
import { parseExactNumber } from './bound.ts'
import type { Column, Value, Values } from './field.ts'
import type { Comparison } from './field-key.ts'
import { createLookup, type ValueLookup } from './value-lookup.ts'

type Condition = NonNullable<Column['visibleIf']>

/** Returns whether a value equals `equals`. For a multiple choice, whether it contains that option. */
function equalsCondition({ equals }: Condition, value: Value | undefined): boolean {
  if (value === equals) return true
  if (typeof equals === 'boolean' || value === undefined || value === null) return false
  if (Array.isArray(value)) return value.some((one) => one === equals)
  return normalizeLine(String(value)) === equals
}

/** Evaluates a condition. A comparison is false if one of its values is missing or is neither a number nor a date. */
export function isConditionMet(condition: Condition | Comparison, lookup: ValueLookup): boolean {
  const value = lookup(condition.key)
  if ('equals' in condition) return equalsCondition(condition, value)
  const { sign, than } = condition
  const order = compareForOrder(value, than)
  if (order === undefined) return false
  if (order === 0) return sign === '<=' || sign === '>='
  return order < 0 ? sign.startsWith('<') : sign.startsWith('>')
}

function compareForOrder(value: Value | undefined, than: string): number | undefined {
  const [a, b] = [parseExactNumber(value), parseExactNumber(than)]
  if (a && b) return compareDecimals(a, b)
  if (typeof value !== 'string' || !isIsoDate(value) || !isIsoDate(than)) return undefined
  return value < than ? -1 : Number(value > than)
}

/** Returns whether a field is visible. Fields without a condition are always visible. */
export function isFieldVisible(field: Column, lookup: ValueLookup): boolean {
  return field.visibleIf === undefined || equalsCondition(field.visibleIf, lookup(field.visibleIf.key))
}

/** Returns whether a field is required, either always or because its condition is met. */
export function isFieldRequired(field: Column, lookup: ValueLookup): boolean {
  return (
    field.required === true ||
    (field.requiredIf !== undefined && equalsCondition(field.requiredIf, lookup(field.requiredIf.key)))
  )
}

/**
 * Sorts fields for evaluating visibility: each field follows the field that its visibility condition references. Fields in a cycle remain in their
 * order.
 */
export function sortByVisibilityDependency<F extends Column>(fields: readonly F[]): F[] {
  if (fields.every((field) => field.visibleIf === undefined)) return [...fields]
  const waiting = [...fields]
  const done: F[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      (field) => !waiting.some((other) => other !== field && other.key === field.visibleIf?.key),
    )
    done.push(...waiting.splice(Math.max(next, 0), 1))
  }
  return done
}

/**
 * Returns the visible fields in their original order. A field is also hidden if its condition refers to a hidden field.
 */
export function getVisibleFields<F extends Column>(fields: readonly F[], values: Values): F[] {
  const visibleValues: Values = {}
  const lookup = createLookup(visibleValues)
  const shown = sortByVisibilityDependency(fields).filter((field) => {
    const visible = isFieldVisible(field, lookup)
    const value = visible ? createLookup(values)(field.key) : undefined
    if (value !== undefined) visibleValues[field.key] = value
    return visible
  })
  return fields.filter((field) => shown.includes(field))
}
