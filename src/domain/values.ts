import { type Checked, checkerFor } from './checker.ts'
import { computerFor } from './computed.ts'
import { isNeeded, isShown, visibleFields } from './conditions.ts'
import type { Column, Context, Field, Value, Values } from './field.ts'
import type { Hints, Reading, Style } from './fields/kind.ts'
import { kinds } from './fields/kinds.ts'
import { lookup } from './near.ts'
import { readerFor } from './reader.ts'
import { summaryOf } from './summary.ts'

export type { Checked, Hints, Reading, Style }
export { checkerFor, readerFor, summaryOf, visibleFields }

/**
 * Judges canonical values, whoever sent them: hidden fields are dropped, texts tidied, computed values made, unknown
 * keys passed over. Never throws. For many rows of one format prepare `checkerFor(fields, context)` once.
 */
export function checkValues(fields: readonly Field[], values: unknown, context: Context): Checked {
  return checkerFor(fields, context)(values)
}

/** As `isShown`, among the values of a whole request or row. */
export function isVisible(field: Column, values: Values): boolean {
  return isShown(field, lookup(values))
}

/** As `isNeeded`, among the values of a whole request or row. */
export function isRequired(field: Column, values: Values): boolean {
  return isNeeded(field, lookup(values))
}

/** The computed fields, and the tables that have computed columns, complete: `{ ...values, ...computeValues(fields, values) }`. */
export function computeValues(fields: readonly Field[], values: Values): Values {
  const seen: Values = {}
  for (const { key } of visibleFields(fields, values)) {
    const value = lookup(values)(key)
    if (value !== undefined) seen[key] = value
  }
  computerFor(fields)(seen)
  const mine = fields.filter(
    (field) => field.type === 'computed' || field.columns?.some((column) => column.type === 'computed'),
  )
  const computed: Values = {}
  for (const { key } of mine) {
    const value = lookup(seen)(key)
    if (value !== undefined) computed[key] = value
  }
  return computed
}

/** A canonical value for people, in Spanish; `style` is that of a template (`{{key|style}}`). Never throws. */
export function printValue(field: Column, value: Value, style?: Style): string {
  const printed = kinds[field.type].print(field, value, style)
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
