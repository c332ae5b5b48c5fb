import { getCurrencyDecimals } from '../money/currency.ts'
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  limitDigits,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  toDecimalString,
  toShortDecimalString,
} from '../money/decimal.ts'
import { spellOutAmount, spellOutDate } from '../text/spell-out.ts'
import { isIsoDate } from '../time/calendar.ts'
import { dateToDayNumber } from '../time/date.ts'
import { parseExactNumber } from './bound.ts'
import { getVisibleFields } from './conditions.ts'
import { sortByDependency } from './dependency-order.ts'
import type { Column, Field, Row, Value, Values } from './field.ts'
import { type Formula, getFormulaKeys, parseFormula } from './formula.ts'
import { createRowValueLookup, createValueLookup, getFieldKeys, getOwnValue, type ValueLookup } from './value-lookup.ts'

/** Returns the values of computed fields, and tables with their computed columns. */
export function computeValues(fields: readonly Field[], values: Values): Values {
  const seen = pickValues(getVisibleFields(fields, values), values)
  createFieldCalculator(fields)(seen)
  const isComputed = ({ type }: Column) => type === 'computed'
  return pickValues(
    fields.filter((field) => isComputed(field) || field.columns?.some(isComputed)),
    seen,
  )
}

function pickValues(fields: readonly Field[], values: Values): Values {
  const found: Values = {}
  for (const { key } of fields) {
    const value = getOwnValue(values, key)
    if (value !== undefined) found[key] = value
  }
  return found
}

export function addComputedValues(fields: readonly Field[], values: Values): Values {
  return { ...values, ...computeValues(fields, values) }
}

interface ComputedField {
  key: string
  run: (lookup: ValueLookup) => string | undefined
}

/** Prepares a function that computes the computed fields of a format, in dependency order. The function writes them to `values` and never throws. */
export function createFieldCalculator(fields: readonly Field[]): (values: Values) => void {
  const currencies = createCurrencyLookup(fields)
  const computed = sortByFormulaDependency(fields).map((field) => prepareField(field, currencies))
  const tables = fields.map((field) => createTableCalculator(field, currencies)).filter((table) => table !== undefined)
  return (values) => {
    const lookup = createValueLookup(values)
    for (const fillRows of tables) fillRows(values, lookup)
    for (const { key, run } of computed) setOrDelete(values, key, run(lookup))
  }
}

function createTableCalculator(
  table: Field,
  outer: CurrencyLookup,
): ((values: Values, lookup: ValueLookup) => void) | undefined {
  const columns = table.type === 'table' ? (table.columns ?? []) : []
  const currencies = createCurrencyLookup(columns)
  const computed = sortByFormulaDependency(columns).map((column) =>
    prepareField(column, (key) => currencies(key) ?? outer(key)),
  )
  const keys = getFieldKeys(columns)
  if (computed.length === 0) return undefined
  return (values, lookup) => {
    const rows: unknown = getOwnValue(values, table.key)
    if (!Array.isArray(rows)) return
    values[table.key] = rows.map((row: unknown) => {
      if (typeof row !== 'object' || row === null) return row
      const complete = { ...row } as Row
      for (const { key, run } of computed) setOrDelete(complete, key, run(createRowValueLookup(complete, keys, lookup)))
      return complete
    }) as Value
  }
}

function setOrDelete(values: Values, key: string, value: string | undefined) {
  if (value === undefined) delete values[key]
  else values[key] = value
}

function createCurrencyLookup(fields: readonly Column[]): CurrencyLookup {
  const byKey = new Map(fields.map((field) => [field.key, field.currency]))
  return (key) => byKey.get(key)
}

/** Returns the computed fields in dependency order. Omits fields that depend on themselves in a cycle; `validateFormat` rejects them. */
export function sortByFormulaDependency<F extends Column>(fields: readonly F[]): F[] {
  const computed = fields.filter((field) => field.type === 'computed')
  // A formula with a syntax error counts as a cycle: it references its own field.
  return sortByDependency(computed, ({ key, formula }) => {
    const parsed = parseFormula(formula ?? '')
    return parsed === null ? [key] : getFormulaKeys(parsed)
  }).sorted
}

function prepareField(field: Column, currencies: CurrencyLookup): ComputedField {
  const formula = parseFormula(field.formula ?? '')
  const run = formula === null ? () => null : createEvaluator(formula, (key) => currencies(key) ?? field.currency)
  return {
    key: field.key,
    run(lookup) {
      const result = run(lookup)
      if (result === null || typeof result === 'string') return result ?? undefined
      const places = field.currency === undefined ? field.decimals : getCurrencyDecimals(field.currency)
      return places === undefined
        ? toShortDecimalString(roundDecimal(result, 6))
        : toDecimalString(roundDecimal(result, places))
    },
  }
}

/** Prepared formula. Its result is `null` if an operand is missing. */
type Evaluator = (lookup: ValueLookup) => Decimal | string | null
/** Function that returns the currency code of a field; for an unknown key, that of the computed field. */
type CurrencyLookup = (key: string) => string | undefined

/** Prepares a formula. Its result is an exact number. For `enLetras` and `fechaEnLetras`, it is a text. */
function createEvaluator(formula: Formula, currencies: CurrencyLookup): Evaluator {
  if (formula.is === 'number') return () => formula.value
  if (formula.is === 'key') return (lookup) => parseExactNumber(lookup(formula.key))
  if (formula.is === 'column') return () => null
  if (formula.is === 'call') return createCallEvaluator(formula.name, formula.args, currencies)
  const left = createEvaluator(formula.left, currencies)
  const right = createEvaluator(formula.right, currencies)
  return (lookup) => {
    const a = left(lookup)
    const b = right(lookup)
    if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return null
    return limitDigits(operations[formula.operator](a, b))
  }
}

const operations = {
  '+': addDecimals,
  '-': (a: Decimal, b: Decimal) => addDecimals(a, negateDecimal(b)),
  '*': multiplyDecimals,
  '/': divideDecimals,
}

function createCallEvaluator(name: string, args: Formula[], currencies: CurrencyLookup): Evaluator {
  const [first, second] = args
  if (first === undefined) return () => null
  if (name === 'suma')
    return first.is === 'column' ? (lookup) => sumColumn(lookup(first.table), first.column) : () => null
  if (name === 'fechaEnLetras') return (lookup) => withDate(first, lookup, spellOutDate)
  if (name === 'diasEntre') {
    const count = (from: string, to: string) => ({
      units: BigInt(dateToDayNumber(to) - dateToDayNumber(from)),
      scale: 0,
    })
    return (lookup) =>
      withDate(first, lookup, (from) => (second ? withDate(second, lookup, (to) => count(from, to)) : null))
  }
  if (name !== 'enLetras') return () => null
  const amount = createEvaluator(first, currencies)
  const fixed = first.is === 'key' ? currencies(first.key) : currencies('')
  return (lookup) => {
    const number = amount(lookup)
    if (number === null || typeof number === 'string') return null
    const code = second?.is === 'key' ? lookup(second.key) : fixed
    return second !== undefined && typeof code !== 'string' ? null : spellOutAmount(number, String(code ?? ''))
  }
}

function withDate<T>(formula: Formula, lookup: ValueLookup, use: (date: string) => T): T | null {
  const date = formula.is === 'key' ? lookup(formula.key) : undefined
  return typeof date === 'string' && isIsoDate(date) ? use(date) : null
}

/** Sums the values of a column. Skips rows without a number, like a spreadsheet. Returns `null` if no row has a number. */
function sumColumn(rows: Value | undefined, column: string): Decimal | null {
  if (!Array.isArray(rows)) return null
  const numbers = (rows as (Row | string)[])
    .map((row) => (typeof row === 'object' && row !== null ? parseExactNumber(getOwnValue(row, column)) : null))
    .filter((number) => number !== null)
  return numbers.length === 0 ? null : limitDigits(numbers.reduce(addDecimals))
}
