import { decimal } from '../money/decimal.ts'
import type { Notation } from '../money/notation.ts'
import { tidy, tidyLines } from '../text/text.ts'
import { excelErrorIn, isTypable } from '../text/writable.ts'
import { type Checked, checkerFor } from './checker.ts'
import { computerFor } from './computation.ts'
import { isNeeded, isShown, visibleFields } from './conditions.ts'
import type { Column, Context, Field, Value, Values } from './field.ts'
import type { Hints, Reading, Style } from './kind.ts'
import { kinds } from './kinds.ts'
import { exactly, isNumeric } from './number.ts'
import { requestLookup } from './scope.ts'
import { summaryOf } from './summary.ts'

export type { Checked, Hints, Reading, Style }
export { checkerFor, summaryOf, visibleFields }

/**
 * Judges canonical values, whoever sent them: hidden fields are dropped, texts tidied, computed values made, unknown
 * keys passed over. Never throws. For many rows of one format prepare `checkerFor(fields, context)` once.
 */
export function checkValues(fields: readonly Field[], values: unknown, context: Context): Checked {
  return checkerFor(fields, context)(values)
}

/** As `isShown`, among the values of a whole request or row. */
export function isVisible(field: Column, values: Values): boolean {
  return field.visibleIf === undefined || isShown(field, requestLookup(values))
}

/** As `isNeeded`, among the values of a whole request or row. */
export function isRequired(field: Column, values: Values): boolean {
  return isNeeded(field, requestLookup(values))
}

/** The computed fields, and the tables that have computed columns, complete: `{ ...values, ...computeValues(fields, values) }`. */
export function computeValues(fields: readonly Field[], values: Values): Values {
  const seen: Values = {}
  for (const { key } of visibleFields(fields, values)) {
    const value = requestLookup(values)(key)
    if (value !== undefined) seen[key] = value
  }
  computerFor(fields)(seen)
  const mine = fields.filter(
    (field) => field.type === 'computed' || field.columns?.some((column) => column.type === 'computed'),
  )
  const computed: Values = {}
  for (const { key } of mine) {
    const value = requestLookup(seen)(key)
    if (value !== undefined) computed[key] = value
  }
  return computed
}

/** A canonical value for people, in Spanish; `style` is that of a template (`{{key|style}}`), `notation` that of its document. Never throws. */
export function printValue(field: Column, value: Value, style?: Style, notation?: Notation): string {
  const printed = kinds[field.type].print(field, value, style, notation)
  // The capitals of these two are letters that the documents' fonts lack.
  return style === 'mayusculas' ? printed.replace(/[^µƒ]+/g, (part) => part.toUpperCase()) : printed
}

/**
 * What a person typed, or a sheet's cell holds as text, to the canonical value, within the field's own bounds; those
 * that another field sets are judged by `checkValues`. An empty text is null, whether the field is required or not.
 */
export function readValue(field: Column, text: string, context: Context, hints: Hints = {}): Reading {
  return readerFor(field, context).text(text, hints)
}

/** Prepared once a field, for many cells: `text` reads what was typed or shown, `number` a number cell by its exact value, whatever it shows. Neither throws. */
export function readerFor(field: Column, context: Context) {
  const { judge, reader } = kinds[field.type]
  const read = reader(field, context)
  const verdict = judge(field, context)
  const clean = field.type === 'longText' || field.type === 'file' ? tidyLines : tidy
  const judged = (reading: Reading, hints: Hints): Reading => {
    if ('error' in reading || reading.value === null) return reading
    const outcome = verdict(reading.value, (key) => (key === field.kindFrom ? hints.kind : undefined))
    return 'error' in outcome || reading.warning === undefined ? outcome : { ...outcome, warning: reading.warning }
  }
  const text = (typed: string, hints: Hints = {}): Reading => {
    if (typed.length > longestCell) return { error: 'length' }
    if (!isTypable(typed)) return { error: 'characters' }
    const line = clean(typed)
    if (line === '') return { value: null }
    const failed = excelErrorIn(line)
    return failed ? { error: failed } : judged(read(line, hints), hints)
  }
  const number = (cell: number, hints: Hints = {}): Reading => {
    const digits = cellText(cell)
    const exact = digits === null ? null : decimal(digits)
    if (digits === null || exact === null) return { error: 'precision' }
    return isNumeric(field) ? judged(exactly(field, exact, hints), hints) : text(digits.replace('.', ','), hints)
  }
  return { text, number }
}

/** A sheet's cell holds no more. */
const longestCell = 32_767

/** Rounded to the fifteen digits that a sheet itself shows (`13.750000000000002` is 13.75); null for what it cannot hold exactly. */
function cellText(cell: number): string | null {
  if (!(Math.abs(cell) < 1e15)) return null
  const shown = Number(cell.toPrecision(15))
  return Math.abs(shown) < 1e-6 ? shown.toFixed(12).replace(/\.?0+$/, '') : String(shown)
}
