import { compare } from '../money/decimal.ts'
import { tidy } from '../text/text.ts'
import { isDate } from '../time/calendar.ts'
import { exactNumber } from './bound.ts'
import type { Column, Value, Values } from './field.ts'
import type { Comparison } from './field-key.ts'
import { type Lookup, requestLookup } from './scope.ts'

type Condition = NonNullable<Column['visibleIf']>

/** Whether a value is what the condition asks for or, where several were chosen, contains it. */
function fulfils({ equals }: Condition, value: Value | undefined): boolean {
  if (value === equals) return true
  if (typeof equals === 'boolean' || value === undefined || value === null) return false
  if (Array.isArray(value)) return value.some((one) => one === equals)
  return tidy(String(value)) === equals
}

/** Whether a condition is true of the values; where one of the two that are compared is missing or no number and no day, it is not. */
export function isMet(condition: Condition | Comparison, lookup: Lookup): boolean {
  const value = lookup(condition.key)
  if ('equals' in condition) return fulfils(condition, value)
  const { sign, than } = condition
  const order = orderOf(value, than)
  if (order === undefined) return false
  if (order === 0) return sign === '<=' || sign === '>='
  return order < 0 ? sign.startsWith('<') : sign.startsWith('>')
}

function orderOf(value: Value | undefined, than: string): number | undefined {
  const [a, b] = [exactNumber(value), exactNumber(than)]
  if (a && b) return compare(a, b)
  if (typeof value !== 'string' || !isDate(value) || !isDate(than)) return undefined
  return value < than ? -1 : Number(value > than)
}

/** Whether the condition of a field is met by the values beside it; a field without one is always shown. */
export function isShown(field: Column, lookup: Lookup): boolean {
  return field.visibleIf === undefined || fulfils(field.visibleIf, lookup(field.visibleIf.key))
}

/** Whether a field must have a value: always, or because its condition is met. */
export function isNeeded(field: Column, lookup: Lookup): boolean {
  return (
    field.required === true ||
    (field.requiredIf !== undefined && fulfils(field.requiredIf, lookup(field.requiredIf.key)))
  )
}

/** Fields so that each comes after the one that decides whether it is shown; those in a circle keep their place. */
export function byVisibility<F extends Column>(fields: readonly F[]): F[] {
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

/** The fields a person sees for some values, in their own order; what hangs on a hidden field is hidden with it. */
export function visibleFields<F extends Column>(fields: readonly F[], values: Values): F[] {
  const kept: Values = {}
  const lookup = requestLookup(kept)
  const shown = byVisibility(fields).filter((field) => {
    const visible = isShown(field, lookup)
    const value = visible ? requestLookup(values)(field.key) : undefined
    if (value !== undefined) kept[field.key] = value
    return visible
  })
  return fields.filter((field) => shown.includes(field))
}
