import type { ErrorCode } from './errors.ts'
import type { Column, Context, Field, IdKind, Value, Values } from './field.ts'

/** How a value is printed in a document: `{{key|style}}`. */
export const styles = ['largo', 'letras', 'mayusculas', 'moneda'] as const
export type Style = (typeof styles)[number]

export interface Checked {
  values: Values
  /** Key, or `items.0.cantidad` in a table, to code. */
  errors: Record<string, ErrorCode>
  warnings: Record<string, string>
}

/** What is known of a whole column of a sheet, or of the cell's own format. */
export interface Hints {
  decimal?: ',' | '.'
  dateOrder?: 'dmy' | 'mdy'
  kind?: IdKind
  percentCell?: boolean
}

/** `suggestion` is a text that can be put in the value's place. */
export type Reading = { value: Value | null; warning?: string } | { error: ErrorCode; suggestion?: string }

export function isVisible(field: Column, values: Values): boolean {
  const { visibleIf } = field
  return visibleIf === undefined || values[visibleIf.key] === visibleIf.equals
}

export function isRequired(field: Column, values: Values): boolean {
  const { requiredIf } = field
  return field.required === true || (requiredIf !== undefined && values[requiredIf.key] === requiredIf.equals)
}

/** Prepares the judgement of many rows of one format. */
export function checkerFor(fields: readonly Field[], context: Context): (values: unknown) => Checked {
  return (values) => checkValues(fields, values, context)
}

export function checkValues(fields: readonly Field[], values: unknown, _context: Context): Checked {
  const given = (typeof values === 'object' && values !== null ? values : {}) as Values
  const checked: Checked = { values: {}, errors: {}, warnings: {} }
  for (const field of fields) {
    const value = given[field.key]
    if (!isVisible(field, given)) continue
    if (value === undefined || value === '') {
      if (isRequired(field, given) && field.type !== 'computed') checked.errors[field.key] = 'required'
    } else checked.values[field.key] = value
  }
  return checked
}

/** The computed fields, and the tables that have computed columns, complete: `{ ...values, ...computeValues(fields, values) }`. */
export function computeValues(_fields: readonly Field[], _values: Values): Values {
  return {}
}

/** The first telling values, at most 200 characters, for lists and search. */
export function summaryOf(format: { code: string; name: string }, fields: readonly Field[], values: Values): string {
  const telling = fields.filter((field) => field.type === 'text' || field.type === 'idDocument')
  const texts = telling.map((field) => values[field.key]).filter((value) => typeof value === 'string')
  return texts.slice(0, 3).join(' · ').slice(0, 200) || format.name
}

export function printValue(_field: Column, value: Value, _style?: Style): string {
  return String(value)
}

export function readValue(_field: Column, text: string, _context: Context, _hints: Hints = {}): Reading {
  return { value: text.trim() || null }
}
