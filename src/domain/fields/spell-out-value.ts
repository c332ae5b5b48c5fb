import { parseDecimal } from '../money/decimal.ts'
import type { Notation } from '../money/notation.ts'
import { spellOutDate, spellOutDecimal, spellOutMoney } from '../text/spell-out.ts'
import { isIsoDate } from '../time/calendar.ts'
import type { Column, Value } from './field.ts'

/** Formats a number, amount or date in Spanish words, for documents (`{{key|letras}}`). Returns other texts unchanged. */
export function spellOutValue({ type, currency }: Column, value: Value, notation?: Notation): string {
  const text = String(value)
  if (type === 'date') return isIsoDate(text) ? spellOutDate(text) : text
  if (parseDecimal(text) === null) return text
  if (type === 'money' || (type === 'computed' && currency)) return spellOutMoney(text, currency, notation)
  return spellOutDecimal(text, notation) + (type === 'percent' ? ' por ciento' : '')
}
