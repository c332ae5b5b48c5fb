import { parseDecimal } from '../money/decimal.ts'
import { normalizeLine, normalizeLines } from '../text/text.ts'
import { detectExcelError, isValidTypedText } from '../text/valid-characters.ts'
import { computeValues } from './computation.ts'
import { getVisibleFields, isFieldRequired, isFieldVisible } from './conditions.ts'
import type { Column, Field, ValidationContext, Values } from './field.ts'
import type { ParseHints, ParseResult } from './field-type-handler.ts'
import { fieldTypeHandlers } from './field-type-handlers.ts'
import { isNumericField } from './field-types.ts'
import { formatValue } from './format-value.ts'
import { toNumberValue } from './number.ts'
import { summarizeRequest } from './summary.ts'
import { createValidator, type ValidationResult } from './validator.ts'
import { createValueLookup } from './value-lookup.ts'

export type { ParseHints, ParseResult, ValidationResult }
export { computeValues, createValidator, formatValue, getVisibleFields, summarizeRequest }

/**
 * Validates canonical values from any client. Drops values of hidden fields, normalizes texts, adds computed values and ignores unknown keys. Never
 * throws. To validate many rows of a format, use `createValidator` instead.
 */
export function validateValues(
  fields: readonly Field[],
  values: unknown,
  context: ValidationContext,
): ValidationResult {
  return createValidator(fields, context)(values)
}

/** Returns whether a field is visible. `values`: all values of the request or row. */
export function isFieldVisibleWithValues(field: Column, values: Values): boolean {
  return field.visibleIf === undefined || isFieldVisible(field, createValueLookup(values))
}

export function isFieldRequiredWithValues(field: Column, values: Values): boolean {
  return isFieldRequired(field, createValueLookup(values))
}

/**
 * Parses a typed text or a text cell to the canonical value. Checks the field's own bounds, but not bounds that reference other fields
 * (`validateValues`). Empty text gives `null`, even if the field is required.
 */
export function parseValue(
  field: Column,
  text: string,
  context: ValidationContext,
  hints: ParseHints = {},
): ParseResult {
  return createValueParser(field, context).text(text, hints)
}

/** Prepares the parsers of a field for many cells: `text` of displayed text, `number` of the exact value of a number cell. They never throw. */
export function createValueParser(field: Column, context: ValidationContext) {
  const { createValidator, createParser } = fieldTypeHandlers[field.type]
  const parse = createParser(field, context)
  const validate = createValidator(field, context)
  const clean = field.type === 'longText' || field.type === 'file' ? normalizeLines : normalizeLine
  const toValidResult = (reading: ParseResult, hints: ParseHints): ParseResult => {
    if ('error' in reading || reading.value === null) return reading
    const outcome = validate(reading.value, (key) => (key === field.kindFrom ? hints.kind : undefined))
    return 'error' in outcome || reading.warning === undefined ? outcome : { ...outcome, warning: reading.warning }
  }
  const text = (typed: string, hints: ParseHints = {}): ParseResult => {
    if (typed.length > maxCellLength) return { error: 'length' }
    if (!isValidTypedText(typed)) return { error: 'characters' }
    const line = clean(typed)
    if (line === '') return { value: null }
    const failed = detectExcelError(line)
    return failed ? { error: failed } : toValidResult(parse(line, hints), hints)
  }
  const number = (cell: number, hints: ParseHints = {}): ParseResult => {
    const digits = toCellDigits(cell)
    const exact = digits === null ? null : parseDecimal(digits)
    if (digits === null || exact === null) return { error: 'precision' }
    return isNumericField(field)
      ? toValidResult(toNumberValue(field, exact, hints), hints)
      : text(digits.replace('.', ','), hints)
  }
  return { text, number }
}

const maxCellLength = 32_767

/** Rounds a cell to 15 digits: `13.750000000000002` → `13.75`. Returns `null` from 10¹⁵ on, which is not exact. */
function toCellDigits(cell: number): string | null {
  if (!(Math.abs(cell) < 1e15)) return null
  const shown = Number(cell.toPrecision(15))
  return Math.abs(shown) < 1e-6 ? shown.toFixed(12).replace(/\.?0+$/, '') : String(shown)
}
