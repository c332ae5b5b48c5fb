import { type Decimal, parseDecimal } from '../money/decimal.ts'
import { isIsoDate } from '../time/calendar.ts'
import { dateToDayNumber, dayNumberToDate } from '../time/date.ts'
import type { ValidationContext, Value } from './field.ts'
import type { ValueLookup } from './value-lookup.ts'

type BoundValue = number | string | undefined

const dateBoundPattern = /^(today|@[a-z][a-z0-9_]*|\d{4}-\d\d-\d\d)([+-]\d{1,5})?$/

/** Returns the key of the field that a bound references: `@fecha_inicio+1` → `fecha_inicio`. Returns `undefined` for other bounds. */
export function getBoundKey(bound: BoundValue): string | undefined {
  return typeof bound === 'string' && bound.startsWith('@') ? bound.slice(1).replace(/[+-]\d+$/, '') : undefined
}

/** Parses a date bound: a day, `today` or `@key`, with optional days (`today-30`). Without a date: `undefined`. */
export function parseDateBound(
  bound: BoundValue,
  context: ValidationContext,
): (lookup: ValueLookup) => string | undefined {
  const [, from, days = '0'] = dateBoundPattern.exec(String(bound)) ?? []
  if (from === undefined) return () => undefined
  const move = (date: Value | undefined) =>
    typeof date !== 'string' || !isIsoDate(date) ? undefined : dayNumberToDate(dateToDayNumber(date) + Number(days))
  if (from.startsWith('@')) return (lookup) => move(lookup(from.slice(1)))
  const day = move(from === 'today' ? context.today : from)
  return () => day
}

/** Parses a numeric bound: a number, or the key of another field (`@valor_total`). */
export function parseNumberBound(bound: BoundValue): (lookup: ValueLookup) => Decimal | null {
  const key = getBoundKey(bound)
  if (key !== undefined) return (lookup) => parseExactNumber(lookup(key))
  const number = parseExactNumber(bound)
  return () => number
}

export function parseExactNumber(value: Value | undefined): Decimal | null {
  return typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null
}

/** Parses a bound of a text length or a number of items. Returns `fallback` if the bound is missing or not a number. */
export function parseCountBound(bound: BoundValue, fallback: number): number {
  const count = Number(bound ?? fallback)
  return Number.isFinite(count) ? count : fallback
}

/** Validates the syntax of a date bound: a day, `today` or `@key`, optionally with days to add. */
export function isDateBound(bound: BoundValue): boolean {
  const [, from = ''] = dateBoundPattern.exec(String(bound)) ?? []
  return from !== '' && (!/^\d/.test(from) || isIsoDate(from))
}
