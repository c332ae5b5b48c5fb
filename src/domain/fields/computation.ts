import { decimalsOf } from '../money/currency.ts'
import { decimalText, rounded, shortDecimalText } from '../money/decimal.ts'
import { type Currencies, runner } from './evaluate.ts'
import type { Column, Field, Row, Value, Values } from './field.ts'
import { keysOf, parseFormula } from './formula.ts'
import { keysIn, lookup, type Near, own, within } from './near.ts'

interface Computed {
  key: string
  run: (near: Near) => string | undefined
}

/** Prepares the computed fields of a format, each after those it reads; fills them into the values given, never throws. */
export function computerFor(fields: readonly Field[]): (values: Values) => void {
  const currencies = currenciesOf(fields)
  const computed = inOrder(fields).map((field) => prepared(field, currencies))
  const tables = fields.map((field) => tableComputer(field, currencies)).filter((table) => table !== undefined)
  return (values) => {
    const near = lookup(values)
    for (const fillRows of tables) fillRows(values, near)
    for (const { key, run } of computed) put(values, key, run(near))
  }
}

function tableComputer(table: Field, outer: Currencies): ((values: Values, near: Near) => void) | undefined {
  const columns = table.type === 'table' ? (table.columns ?? []) : []
  const currencies = currenciesOf(columns)
  const computed = inOrder(columns).map((column) => prepared(column, (key) => currencies(key) ?? outer(key)))
  const keys = keysIn(columns)
  if (computed.length === 0) return undefined
  return (values, near) => {
    const rows: unknown = own(values, table.key)
    if (!Array.isArray(rows)) return
    values[table.key] = rows.map((row: unknown) => {
      if (typeof row !== 'object' || row === null) return row
      const complete = { ...row } as Row
      for (const { key, run } of computed) put(complete, key, run(within(complete, keys, near)))
      return complete
    }) as Value
  }
}

function put(values: Values, key: string, value: string | undefined) {
  if (value === undefined) delete values[key]
  else values[key] = value
}

function currenciesOf(fields: readonly Column[]): Currencies {
  const byKey = new Map(fields.map((field) => [field.key, field.currency]))
  return (key) => byKey.get(key)
}

/** The computed ones, each after those it reads; one that reads itself, which `checkFormat` refuses, is left out. */
export function inOrder<F extends Column>(fields: readonly F[]): F[] {
  const waiting = fields.filter((field) => field.type === 'computed')
  const done: F[] = []
  for (;;) {
    const ready = waiting.findIndex((field) => {
      const formula = parseFormula(field.formula ?? '')
      return formula !== null && !keysOf(formula).some((key) => waiting.some((other) => other.key === key))
    })
    if (ready < 0) return done
    done.push(...waiting.splice(ready, 1))
  }
}

function prepared(field: Column, currencies: Currencies): Computed {
  const formula = parseFormula(field.formula ?? '')
  const run = formula === null ? () => null : runner(formula, (key) => currencies(key) ?? field.currency)
  return {
    key: field.key,
    run(near) {
      const result = run(near)
      if (result === null || typeof result === 'string') return result ?? undefined
      const places = field.currency === undefined ? field.decimals : decimalsOf(field.currency)
      return places === undefined ? shortDecimalText(rounded(result, 6)) : decimalText(rounded(result, places))
    },
  }
}
