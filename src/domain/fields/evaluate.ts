import { type Decimal, decimalText, dividedBy, negative, plus, times } from '../money/decimal.ts'
import { dateInWords, moneyInWords } from '../text/words.ts'
import { isDate } from '../time/calendar.ts'
import { dayNumber } from '../time/date.ts'
import { exactNumber } from './bound.ts'
import type { Row, Value } from './field.ts'
import type { Formula } from './formula.ts'
import { type Near, own } from './near.ts'

/** Null as long as something is missing. */
type Run = (near: Near) => Decimal | string | null
/** The currency of a field, or of the formula's own field for what is no field. */
export type Currencies = (key: string) => string | undefined

/** A formula made ready to run. Exact numbers, or the text of `enLetras` and `fechaEnLetras`. */
export function runner(formula: Formula, currencies: Currencies): Run {
  if (formula.is === 'number') return () => formula.value
  if (formula.is === 'key') return (near) => exactNumber(near(formula.key))
  if (formula.is === 'column') return () => null
  if (formula.is === 'call') return calling(formula.name, formula.args, currencies)
  const left = runner(formula.left, currencies)
  const right = runner(formula.right, currencies)
  return (near) => {
    const [a, b] = [left(near), right(near)]
    if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return null
    if (formula.operator === '+') return plus(a, b)
    if (formula.operator === '-') return plus(a, negative(b))
    return formula.operator === '*' ? times(a, b) : dividedBy(a, b)
  }
}

function calling(name: string, args: Formula[], currencies: Currencies): Run {
  const [first, second] = args
  if (first === undefined) return () => null
  if (name === 'suma') return first.is === 'column' ? (near) => total(near(first.table), first.column) : () => null
  if (name === 'fechaEnLetras') return (near) => withDate(first, near, dateInWords)
  if (name === 'diasEntre') {
    const count = (from: string, to: string) => ({ units: BigInt(dayNumber(to) - dayNumber(from)), scale: 0 })
    return (near) => withDate(first, near, (from) => (second ? withDate(second, near, (to) => count(from, to)) : null))
  }
  if (name !== 'enLetras') return () => null
  const amount = runner(first, currencies)
  const fixed = first.is === 'key' ? currencies(first.key) : currencies('')
  return (near) => {
    const number = amount(near)
    if (number === null || typeof number === 'string') return null
    const code = second?.is === 'key' ? near(second.key) : fixed
    return second !== undefined && typeof code !== 'string'
      ? null
      : moneyInWords(decimalText(number), String(code ?? ''))
  }
}

function withDate<T>(formula: Formula, near: Near, use: (date: string) => T): T | null {
  const date = formula.is === 'key' ? near(formula.key) : undefined
  return typeof date === 'string' && isDate(date) ? use(date) : null
}

/** What is missing in a row counts as nothing, as in a sheet; null where no row has a number. */
function total(rows: Value | undefined, column: string): Decimal | null {
  if (!Array.isArray(rows)) return null
  const numbers = (rows as (Row | string)[])
    .map((row) => (typeof row === 'object' && row !== null ? exactNumber(own(row, column)) : null))
    .filter((number) => number !== null)
  return numbers.length === 0 ? null : numbers.reduce(plus)
}
