import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { HeaderRow } from '../files/header-row.ts'
import type { Sheet } from '../files/sheet.ts'
import type { ProgressCallback } from '../files/workbook.ts'

export interface SessionContext {
  readonly fields: readonly Field[]
  readonly context: ValidationContext
  readonly onProgress: ProgressCallback
}

/** Sheet with its header row, detected or chosen by the user. */
export interface SheetWithHeader {
  readonly sheet: Sheet
  readonly header: HeaderRow
  /** Column that holds the row numbers of an earlier file. */
  readonly rowColumn?: number | undefined
}
