import { headerMatcher } from '../../domain/batches/columns.ts'
import type { Field } from '../../domain/fields/field.ts'
import { shownText } from '../files/cell.ts'
import { dataStart, findHeader, type SheetHeader } from '../files/header.ts'
import { type Mark, markAt, markColumn, namesIn, type Origin } from '../files/origin.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import { numberIn } from '../reading/rows-that-count.ts'
import { sheetSummary } from '../reading/sheet-summary.ts'

/** A sheet of an error workbook, and what each of its rows says of itself. */
export interface Marked {
  sheet: Sheet
  header: SheetHeader
  /** The column «Fila», or -1. */
  rowColumn: number
  /** The column of the marks, or -1. */
  column: number
  names: { fileName: string; batchNumber: string }
  markAt: (index: number) => Mark | null
}

/** Why a book is not taken; `from` is what it is of, as far as it says so. */
export interface Refused {
  refused: 'none' | 'unmarked' | 'file' | 'format' | 'batch'
  from: { fileName: string; batchNumber: string }
}

const nameless = { fileName: '', batchNumber: '' }

/** The sheet with the rows of an error workbook; one without a column «Fila» or a mark is none of ours. */
export function markedSheet(
  { sheets, origin }: { sheets: readonly Sheet[]; origin?: Sheet },
  fields: readonly Field[],
): Marked | Refused {
  let refused: Refused['refused'] = 'none'
  for (const sheet of sheets) {
    if (sheet.count === 0 || sheet.problem) continue
    const header = findHeader(sheet, headerMatcher(fields))
    const { rowColumn = -1 } = sheetSummary(sheet, 0, header, fields)
    const start = dataStart(header)
    const column = markColumn(sheet, start)
    if (column >= 0) {
      const names = namesIn(shownText(cellAt(sheet, start - 1, column)))
      return { sheet, header, rowColumn, column, names, markAt: (index) => markAt(sheet, index, column) }
    }
    if (rowColumn < 0) continue
    const marks = origin && marksByNumber(origin)
    if (marks)
      return {
        ...{ sheet, header, rowColumn, column, names: marks.names },
        markAt: (index) => marks.found.get(numberIn(cellAt(sheet, index, rowColumn))) ?? null,
      }
    refused = 'unmarked'
  }
  return { refused, from: nameless }
}

/** What the hidden sheet says, for a book that lost the column of the marks. */
function marksByNumber(origin: Sheet): { found: Map<number, Mark>; names: Marked['names'] } | null {
  const column = markColumn(origin, 1)
  if (column < 0) return null
  const found = new Map<number, Mark>()
  for (let index = 1; index < origin.count; index++) {
    const mark = markAt(origin, index, column)
    if (mark) found.set(mark.row, mark)
  }
  return { found, names: namesIn(shownText(cellAt(origin, 0, column))) }
}

/** Whether a mark is of what is open here: a book that was given out before there was a batch is taken by the batch as well. */
export function strangerOf(mark: Mark, origin: Origin): 'file' | 'format' | 'batch' | null {
  if (mark.fileHash !== origin.fileHash.slice(0, mark.fileHash.length)) return 'file'
  if (mark.format !== origin.format) return 'format'
  return mark.batch !== '' && origin.batch !== '' && mark.batch !== origin.batch ? 'batch' : null
}
