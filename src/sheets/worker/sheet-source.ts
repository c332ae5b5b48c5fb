import type { Context, Field } from '../../domain/fields/field.ts'
import type { OnProgress } from '../files/book.ts'
import type { SheetHeader } from '../files/header.ts'
import type { Sheet } from '../files/sheet.ts'

/** Fields and country that a session reads for, and the function that receives its progress. */
export interface Given {
  readonly fields: readonly Field[]
  readonly context: Context
  readonly onProgress: OnProgress
}

/** Sheet with the header row that was found or chosen. */
export interface SheetSource {
  readonly sheet: Sheet
  readonly header: SheetHeader
  /** Column that holds the numbers of the rows in an earlier file. */
  readonly rowColumn?: number | undefined
}
