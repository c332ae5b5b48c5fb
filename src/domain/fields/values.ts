import { parseDecimal } from '../money/decimal.ts'
import type { Notation } from '../money/notation.ts'
import { normalizeLine, normalizeLines } from '../text/text.ts'
import { detectExcelError, isValidTypedText } from '../text/valid-characters.ts'
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
 * Validates canonical values from any client: drops hidden fields, normalizes texts, adds computed values, ignores
 * unknown keys. Never throws. For many rows of a format, prepare `checkerFor(fields, context)` once.
 */
export function checkValues(fields: readonly Field[], values: unknown, context: Context): Checked {
  return checkerFor(fields, context)(values)
}

/** Calls `isShown` with the values of a whole request or row. */
export function isVisible(field: Column, values: Values): boolean {
  return field.visibleIf === undefined || isShown(field, requestLookup(values))
}

/** Calls `isNeeded` with the values of a whole request or row. */
export function isRequired(field: Column, values: Values): boolean {
  return isNeeded(field, requestLookup(values))
}

/**
 * Returns the computed fields and the tables with computed columns. Usage: `{ ...values, ...computeValues(fields,
 * values) }`.
 */
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

/**
 * Formats a canonical value in Spanish. `style` comes from a template (`{{key|style}}`), `notation` from its
 * document. Never throws.
 */
export function printValue(field: Column, value: Value, style?: Style, notation?: Notation): string {
  const printed = kinds[field.type].print(field, value, style, notation)
  // Skips `µ` and `ƒ`, because the document fonts lack their capitals.
  return style === 'mayusculas' ? printed.replace(/[^µƒ]+/g, (part) => part.toUpperCase()) : printed
}

/**
 * Parses typed text or a text cell to the canonical value, within the field's own bounds. `checkValues` checks bounds
 * set by other fields. Empty text → `null`, even if the field is required.
 */
export function readValue(field: Column, text: string, context: Context, hints: Hints = {}): Reading {
  return readerFor(field, context).text(text, hints)
}

/**
 * Prepares the parser of a field for many cells. `text` parses typed or displayed text. `number` parses a number cell
 * by its exact value, not its display. Neither function throws.
 */
export function readerFor(field: Column, context: Context) {
  const { judge, reader } = kinds[field.type]
  const read = reader(field, context)
  const verdict = judge(field, context)
  const clean = field.type === 'longText' || field.type === 'file' ? normalizeLines : normalizeLine
  const judged = (reading: Reading, hints: Hints): Reading => {
    if ('error' in reading || reading.value === null) return reading
    const outcome = verdict(reading.value, (key) => (key === field.kindFrom ? hints.kind : undefined))
    return 'error' in outcome || reading.warning === undefined ? outcome : { ...outcome, warning: reading.warning }
  }
  const text = (typed: string, hints: Hints = {}): Reading => {
    if (typed.length > longestCell) return { error: 'length' }
    if (!isValidTypedText(typed)) return { error: 'characters' }
    const line = clean(typed)
    if (line === '') return { value: null }
    const failed = detectExcelError(line)
    return failed ? { error: failed } : judged(read(line, hints), hints)
  }
  const number = (cell: number, hints: Hints = {}): Reading => {
    const digits = cellText(cell)
    const exact = digits === null ? null : parseDecimal(digits)
    if (digits === null || exact === null) return { error: 'precision' }
    return isNumeric(field) ? judged(exactly(field, exact, hints), hints) : text(digits.replace('.', ','), hints)
  }
  return { text, number }
}

const longestCell = 32_767

/**
 * Rounds to the 15 digits that spreadsheets display: `13.750000000000002` → `13.75`. Returns `null` from 10¹⁵, where
 * a cell is not exact.
 */
function cellText(cell: number): string | null {
  if (!(Math.abs(cell) < 1e15)) return null
  const shown = Number(cell.toPrecision(15))
  return Math.abs(shown) < 1e-6 ? shown.toFixed(12).replace(/\.?0+$/, '') : String(shown)
}
