import { headerMatcher } from '../../domain/batches/columns.ts'
import type { Field } from '../../domain/fields/field.ts'
import { shownText } from '../files/cell.ts'
import { dataStart, findHeader, type SheetHeader } from '../files/header.ts'
import { type Mark, markAt, markColumn, namesIn, type Origin } from '../files/origin.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import { numberIn } from '../reading/rows-that-count.ts'
import { sheetSummary } from '../reading/sheet-summary.ts'

/** Sheet of an error workbook with a function that reads the mark of each row. */
export interface Marked {
  sheet: Sheet
  header: SheetHeader
  /** Index of the column «Fila», or -1. */
  rowColumn: number
  /** Index of the hidden column that holds the marks, or -1. */
  column: number
  names: { fileName: string; batchNumber: string }
  markAt: (index: number) => Mark | null
}

/** Reason why a workbook is rejected; `from` names its source file and batch, if the workbook contains them. */
export interface Refused {
  refused: 'none' | 'unmarked' | 'file' | 'format' | 'batch'
  from: { fileName: string; batchNumber: string }
}

const nameless = { fileName: '', batchNumber: '' }

/** Finds the sheet of an error workbook that holds the rows. Rejects workbooks without a column «Fila» or without marks. */
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

/** Reads the marks from the hidden sheet, for workbooks without the hidden column. Returns `null` if there are none. */
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

/** Returns the part of the origin that a mark does not match, or `null`. A workbook exported before the batch existed matches any batch. */
export function strangerOf(mark: Mark, origin: Origin): 'file' | 'format' | 'batch' | null {
  if (mark.fileHash !== origin.fileHash.slice(0, mark.fileHash.length)) return 'file'
  if (mark.format !== origin.format) return 'format'
  return mark.batch !== '' && origin.batch !== '' && mark.batch !== origin.batch ? 'batch' : null
}
