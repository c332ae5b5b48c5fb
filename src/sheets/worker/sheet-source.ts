import type { Context, Field } from '../../domain/fields/field.ts'
import type { OnProgress } from '../files/book.ts'
import type { SheetHeader } from '../files/header.ts'
import type { Sheet } from '../files/sheet.ts'

export interface Given {
  readonly fields: readonly Field[]
  readonly context: Context
  readonly onProgress: OnProgress
}

/** Sheet with its header row, detected or chosen by the user. */
export interface SheetSource {
  readonly sheet: Sheet
  readonly header: SheetHeader
  /** Column that holds the row numbers of an earlier file. */
  readonly rowColumn?: number | undefined
}
