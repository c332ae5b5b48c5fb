import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { HeaderRow } from '../files/header-row.ts'
import type { Sheet } from '../files/sheet.ts'
import type { ProgressCallback } from '../files/workbook.ts'

export interface SheetSessionContext {
  readonly fields: readonly Field[]
  readonly context: ValidationContext
  readonly onProgress: ProgressCallback
}

export interface SheetWithHeader {
  readonly sheet: Sheet
  readonly header: HeaderRow
  /** Index of the column «Fila» of an error workbook, with the row numbers of the original file. */
  readonly rowColumn?: number | undefined
}
