import { type Decimal, decimal } from '../money/decimal.ts'
import { isDate } from '../time/calendar.ts'
import { dayNumber, fromDayNumber } from '../time/date.ts'
import type { Context, Value } from './field.ts'
import type { Lookup } from './scope.ts'

type Written = number | string | undefined

const dated = /^(today|@[a-z][a-z0-9_]*|\d{4}-\d\d-\d\d)([+-]\d{1,5})?$/

/** The key of the field that a bound names (`@fecha_inicio`, `@fecha_inicio+1`), if it names one. */
export function keyOfBound(bound: Written): string | undefined {
  return typeof bound === 'string' && bound.startsWith('@') ? bound.slice(1).replace(/[+-]\d+$/, '') : undefined
}

/** A day, `today` or `@key`, each with days to add (`today-30`); undefined while the field it names has no date. */
export function dateBound(bound: Written, context: Context): (lookup: Lookup) => string | undefined {
  const [, from, days = '0'] = dated.exec(String(bound)) ?? []
  if (from === undefined) return () => undefined
  const move = (date: Value | undefined) =>
    typeof date !== 'string' || !isDate(date) ? undefined : fromDayNumber(dayNumber(date) + Number(days))
  if (from.startsWith('@')) return (lookup) => move(lookup(from.slice(1)))
  const day = move(from === 'today' ? context.today : from)
  return () => day
}

/** A number or the number in another field (`@valor_total`). */
export function numberBound(bound: Written): (lookup: Lookup) => Decimal | null {
  const key = keyOfBound(bound)
  if (key !== undefined) return (lookup) => exactNumber(lookup(key))
  const number = exactNumber(bound)
  return () => number
}

/** The exact number that a canonical value holds, or null. */
export function exactNumber(value: Value | undefined): Decimal | null {
  return typeof value === 'string' || typeof value === 'number' ? decimal(String(value)) : null
}

/** A bound of a length or of a count. */
export function countBound(bound: Written, fallback: number): number {
  const count = Number(bound ?? fallback)
  return Number.isFinite(count) ? count : fallback
}

/** Whether a text can bound a date: a day, `today` or `@key`, with days to add or without. */
export function isDateBound(bound: Written): boolean {
  const [, from = ''] = dated.exec(String(bound)) ?? []
  return from !== '' && (!/^\d/.test(from) || isDate(from))
}
