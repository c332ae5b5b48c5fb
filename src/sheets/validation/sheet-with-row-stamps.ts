import { createHeaderMatcher } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { getCellText } from '../files/cell.ts'
import { findHeaderRow, getFirstDataRowIndex, type HeaderRow } from '../files/header-row.ts'
import {
  findStampColumn,
  getRowStamp,
  parseStampHeader,
  type RowStamp,
  type WorkbookOrigin,
} from '../files/row-stamp.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import { parseRowNumber } from '../reading/included-rows.ts'
import { summarizeSheet } from '../reading/sheet-summary.ts'

/** Sheet of an error workbook, with a function that returns the stamp of a row. */
export interface SheetWithRowStamps {
  sheet: Sheet
  header: HeaderRow
  /** Index of the column «Fila» with the row numbers, or -1. */
  rowColumn: number
  /** Index of the hidden column with the row stamps, or -1. */
  column: number
  names: { fileName: string; batchNumber: string }
  getStamp: (index: number) => RowStamp | null
}

/** Reason why an error workbook is rejected. `from` contains the name of its source file and the batch number, if the workbook has them. */
export interface WorkbookRejection {
  refused: 'none' | 'unmarked' | 'file' | 'format' | 'batch'
  from: { fileName: string; batchNumber: string }
}

const unknownOrigin = { fileName: '', batchNumber: '' }

/**
 * Finds the sheet with the rows of an error workbook. Rejects a workbook without row stamps, or without the column «Fila» to match stamps to rows.
 */
export function findSheetWithRowStamps(
  { sheets, origin }: { sheets: readonly Sheet[]; origin?: Sheet },
  fields: readonly Field[],
): SheetWithRowStamps | WorkbookRejection {
  let refused: WorkbookRejection['refused'] = 'none'
  for (const sheet of sheets) {
    if (sheet.count === 0 || sheet.problem) continue
    const header = findHeaderRow(sheet, createHeaderMatcher(fields))
    const { rowColumn = -1 } = summarizeSheet(sheet, 0, header, fields)
    const start = getFirstDataRowIndex(header)
    const column = findStampColumn(sheet, start)
    if (column >= 0) {
      const names = parseStampHeader(getCellText(getCell(sheet, start - 1, column)))
      return { sheet, header, rowColumn, column, names, getStamp: (index) => getRowStamp(sheet, index, column) }
    }
    if (rowColumn < 0) continue
    const stamps = origin && readStampsByRowNumber(origin)
    if (stamps)
      return {
        ...{ sheet, header, rowColumn, column, names: stamps.names },
        getStamp: (index) => stamps.found.get(parseRowNumber(getCell(sheet, index, rowColumn))) ?? null,
      }
    refused = 'unmarked'
  }
  return { refused, from: unknownOrigin }
}

/** Reads the row stamps from the hidden sheet, for a workbook whose stamp column was deleted. Returns `null` if there are none. */
function readStampsByRowNumber(
  origin: Sheet,
): { found: Map<number, RowStamp>; names: SheetWithRowStamps['names'] } | null {
  const column = findStampColumn(origin, 1)
  if (column < 0) return null
  const found = new Map<number, RowStamp>()
  for (let index = 1; index < origin.count; index++) {
    const stamp = getRowStamp(origin, index, column)
    if (stamp) found.set(stamp.row, stamp)
  }
  return { found, names: parseStampHeader(getCellText(getCell(origin, 0, column))) }
}

/** Returns the part of the origin in which a stamp differs, or `null`. A workbook exported before the batch existed matches any batch. */
export function findStampMismatch(stamp: RowStamp, origin: WorkbookOrigin): 'file' | 'format' | 'batch' | null {
  if (stamp.fileHash !== origin.fileHash.slice(0, stamp.fileHash.length)) return 'file'
  if (stamp.format !== origin.format) return 'format'
  return stamp.batch !== '' && origin.batch !== '' && stamp.batch !== origin.batch ? 'batch' : null
}
