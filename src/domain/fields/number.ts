import { findCurrency, getCurrencyDecimals } from '../money/currency.ts'
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  roundDecimal,
  toDecimalString,
  toShortDecimalString,
} from '../money/decimal.ts'
import { parseNumberBound } from './bound.ts'
import type { Column, Value } from './field.ts'
import type { FieldTypeHandler, ParseHints, ParseResult, ValueValidator } from './field-type-handler.ts'
import { isScientificNotation, parseNumber } from './number-text.ts'
import type { ValueLookup } from './value-lookup.ts'

/** Maximum number of integer digits, because spreadsheets lose digits after the 15th. */
const maxIntegerDigits = 15

function getMaxDecimals(field: Column): number {
  if (field.type === 'integer') return 0
  if (field.type === 'money') return getCurrencyDecimals(field.currency)
  return Math.min(field.decimals ?? 2, field.type === 'percent' ? 2 : 6)
}

function toCanonicalValue(field: Column, number: Decimal): Value {
  if (field.type === 'integer') return Number(number.units)
  return field.type === 'money' ? toDecimalString(number) : toShortDecimalString(number)
}

function createNumberValidator(field: Column): ValueValidator {
  const places = getMaxDecimals(field)
  const limit = 10n ** BigInt(maxIntegerDigits + places)
  const lowerBound = parseNumberBound(field.min)
  const upperBound = parseNumberBound(field.max)
  return (value: unknown, lookup: ValueLookup): ParseResult => {
    const number = parseCanonicalNumber(field, value)
    if (number === null)
      return { error: typeof value === 'string' && isScientificNotation(value) ? 'precision' : 'number' }
    const fitted = roundDecimal(number, places)
    if (compareDecimals(fitted, number) !== 0) return { error: 'decimals' }
    if (fitted.units >= limit) return { error: 'max' }
    if (fitted.units <= -limit) return { error: 'min' }
    const min = lowerBound(lookup)
    if (min !== null && compareDecimals(fitted, min) < 0) return { error: 'min' }
    const max = upperBound(lookup)
    if (max !== null && compareDecimals(fitted, max) > 0) return { error: 'max' }
    return { value: toCanonicalValue(field, fitted) }
  }
}

/** Parses a canonical value. Integers are JSON numbers, other numbers are strings; other types are rejected. */
function parseCanonicalNumber(field: Column, value: unknown): Decimal | null {
  if (field.type === 'integer') return Number.isSafeInteger(value) ? { units: BigInt(value as number), scale: 0 } : null
  return typeof value === 'string' ? parseDecimal(value.trim()) : null
}

function parseNumberText(field: Column, text: string, hints: ParseHints): ParseResult {
  const typed = parseNumber(text, { decimal: hints.decimal, thousands: field.type !== 'decimal' })
  if ('error' in typed) return typed
  if (!typed.marks.every((mark) => isMarkAllowed(field, mark))) return { error: 'number' }
  const percent = typed.marks.includes('%')
  const number = parseDecimal(typed.text)
  if (number === null) return { error: 'number' }
  const reading = toNumberValue(field, number, percent ? {} : hints)
  if ('error' in reading || reading.value === null) return reading
  if (typed.ambiguous) return { ...reading, warning: 'separator' }
  const tiny = field.type === 'percent' && !percent && /^-?0\.0*[1-9]/.test(String(reading.value))
  return tiny ? { ...reading, warning: 'fraction' } : reading
}

/** Converts an exact number to the value of a field. Rejects numbers with too many decimals instead of rounding them. */
export function toNumberValue(field: Column, exact: Decimal, hints: ParseHints): ParseResult {
  const hundredfold = field.type === 'percent' && hints.percentCell === true
  const number = hundredfold ? { units: exact.units * 100n, scale: exact.scale } : exact
  const fitted = roundDecimal(number, getMaxDecimals(field))
  if (compareDecimals(fitted, number) !== 0) return rejectExtraDecimals(field, toDecimalString(fitted), hints)
  const value = toCanonicalValue(field, fitted)
  if (field.type === 'integer' && !Number.isSafeInteger(value)) return { error: number.units < 0n ? 'min' : 'max' }
  return { value }
}

/** Rejects surplus decimals. Suggests the rounded amount for money, and nothing for counts such as `5,5` days. */
function rejectExtraDecimals(field: Column, fitted: string, hints: ParseHints): ParseResult {
  if (field.type === 'integer' || /^-?[0.]+$/.test(fitted)) return { error: 'decimals' }
  return { error: 'decimals', suggestion: hints.decimal === '.' ? fitted : formatDecimal(fitted) }
}

function isMarkAllowed(field: Column, mark: string): boolean {
  if (mark === '%') return field.type === 'percent'
  if (field.type !== 'money') return false
  const currency = findCurrency(field.currency)
  if (mark === '$') return currency?.dollarSign ?? true
  const symbol = mark.replace('S/.', 'S/').replace('U$S', 'US$')
  return currency !== undefined && (mark === field.currency || symbol === currency.symbol)
}

export const numberHandler: FieldTypeHandler = {
  createValidator: createNumberValidator,
  createParser: (field) => (text, hints) => parseNumberText(field, text, hints),
}
