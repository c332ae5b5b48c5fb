import type { FileFinder } from '../attachments/file-names.ts'
import type { ErrorCode } from '../errors.ts'
import type { Notation } from '../money/notation.ts'
import type { Column, Context, Value } from './field.ts'
import type { IdKind } from './field-types.ts'
import type { Lookup } from './scope.ts'
import type { WarningCode } from './warnings.ts'

/** How a value is printed in a document: `{{key|style}}`. */
export const styles = ['largo', 'letras', 'mayusculas', 'moneda'] as const
export type Style = (typeof styles)[number]

/** What is known of a whole column of a sheet, or of the cell's own format. */
export interface Hints {
  decimal?: ',' | '.'
  dateOrder?: 'dmy' | 'mdy'
  kind?: IdKind
  /** The cell has a percent format: `0,19` is 19 %. */
  percentCell?: boolean
  /** The workbook's calendar, for offering a bare serial as a date. */
  base?: 1900 | 1904
  /** What the names of files mean in the cell's row. */
  files?: FileFinder
}

/** `suggestion` is a text that can be put in the value's place. */
export type Reading = { value: Value | null; warning?: WarningCode } | { error: ErrorCode; suggestion?: string }

export type Reader = (text: string, hints: Hints) => Reading
export type Judge = (value: unknown, lookup: Lookup) => Reading

/** What one type of field knows. No function of it throws. */
export interface FieldKind {
  /** Prepared once a field, called for many rows: judges a canonical value that is there, and gives it back tidied. */
  judge(field: Column, context: Context): Judge
  /** Prepared once a field: from what a person typed, tidy and not empty, to the canonical value; bounds are the judge's. */
  reader(field: Column, context: Context): Reader
  /** In the notation of a document, or in the usual one. */
  print(field: Column, value: Value, style?: Style, notation?: Notation): string
}
