import type { FileLookup } from '../attachments/file-names.ts'
import type { ErrorCode } from '../errors.ts'
import type { Column, ValidationContext, Value } from './field.ts'
import type { IdDocumentKind } from './field-types.ts'
import type { ValueLookup } from './value-lookup.ts'
import type { WarningCode } from './warnings.ts'

/** Styles of a value in a document template: `{{key|style}}`. */
export const printStyles = ['largo', 'letras', 'mayusculas', 'moneda'] as const
export type PrintStyle = (typeof printStyles)[number]

/** Hints for parsing a cell, from its sheet column or its number format. */
export interface ParseHints {
  decimal?: ',' | '.'
  dateOrder?: 'dmy' | 'mdy'
  kind?: IdDocumentKind
  /** True if the cell has a percent format, so that its value `0,19` means 19 %. */
  percentCell?: boolean
  /** Date system of the workbook; used to suggest a date for a serial number such as `45750`. */
  base?: 1900 | 1904
  files?: FileLookup
}

/** Result of parsing or validation. `suggestion`: replacement for an invalid text. */
export type ParseResult = { value: Value | null; warning?: WarningCode } | { error: ErrorCode; suggestion?: string }

export type ValueParser = (text: string, hints: ParseHints) => ParseResult
export type ValueValidator = (value: unknown, lookup: ValueLookup) => ParseResult

/** Parser and validator of a field type. They never throw. `format-value.ts` formats the values. */
export interface FieldTypeHandler {
  /** Prepares the validator of a field, to be used for many rows. The validator checks a canonical value and returns it normalized. */
  createValidator(field: Column, context: ValidationContext): ValueValidator
  /** Prepares the parser of a field. It converts typed text (normalized, not empty) to a canonical value. `createValidator` checks bounds. */
  createParser(field: Column, context: ValidationContext): ValueParser
}
