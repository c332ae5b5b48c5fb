import { maxBatchRows } from '../../domain/batches/batch.ts'
import { type Cell, getCellText } from '../files/cell.ts'
import { FileReadError } from '../files/file-read-error.ts'
import { type ColumnData, cellKindMask, getCell } from '../files/sheet.ts'
import { unmappedColumnIndex } from './column-sources.ts'
import type { RowReader } from './row-reader.ts'

export interface IncludedRows {
  /** Sheet index of each included row, in the order of `numbers`. */
  indexes: Uint32Array
  /** Row numbers as Excel shows them, ascending. */
  numbers: Uint32Array
  ignoredBlank: number
}

export interface RowSelectionOptions {
  /** Index of the first row below the headers. */
  start: number
  includeHidden: boolean
  /** Index of the column «Fila» with the row numbers, as in an error workbook. */
  rowColumn?: number | undefined
  /** Includes blank rows. Set for stored batches, because they may contain blank rows. */
  keepBlank?: boolean
}

/** Selects the rows with a value in at least one mapped column. Counts the blank rows that are left out. */
export function selectIncludedRows(
  reader: RowReader,
  { start, includeHidden, rowColumn, keepBlank }: RowSelectionOptions,
): IncludedRows {
  const { sheet } = reader
  const found: { index: number; number: number }[] = []
  let filled = 0
  for (let index = start; index < sheet.count; index++) {
    if (!keepBlank && reader.isBlank(index)) continue
    filled++
    if (sheet.hidden[index] && !includeHidden) continue
    const number = rowColumn === undefined ? sheet.numbers[index] : parseRowNumber(getCell(sheet, index, rowColumn))
    if (number) found.push({ index, number })
  }
  if (filled === 0) throw new FileReadError('file.headersOnly')
  if (found.length > maxBatchRows) throw new FileReadError('file.rows')
  if (rowColumn !== undefined) found.sort((a, b) => a.number - b.number)
  return {
    indexes: Uint32Array.from(found, ({ index }) => index),
    numbers: Uint32Array.from(found, ({ number }) => number),
    ignoredBlank: keepBlank ? 0 : sheet.lastRow - (sheet.numbers[start - 1] ?? 0) - filled,
  }
}

/** Parses a row number of 1 to 7 digits; returns 0 if the cell holds anything else. */
export function parseRowNumber(cell: Cell): number {
  const text = getCellText(cell).trim()
  return /^\d{1,7}$/.test(text) ? Number(text) : 0
}

/** Returns the position of the first earlier row with equal cells in all mapped columns, for each row; -1 if there is none. */
export function findRepeatedRows(reader: RowReader, { indexes }: IncludedRows): Int32Array {
  const columns = reader.sources.flatMap(({ column }) =>
    column === unmappedColumnIndex ? [] : (reader.sheet.columns[column] ?? []),
  )
  // First rows by the hash of their cells.
  const known = new Map<number, number[]>()
  return Int32Array.from(indexes, (index, row) => {
    const hash = hashCells(columns, index)
    const rows = known.get(hash) ?? []
    const first = rows.find((other) => haveEqualCells(columns, index, indexes[other] as number))
    if (first === undefined) known.set(hash, [...rows, row])
    return first ?? -1
  })
}

/** Returns a hash of a row's cells. Uses text ids instead of texts, because equal texts have equal ids. */
function hashCells(columns: readonly ColumnData[], index: number): number {
  let hash = 0x811c9dc5
  for (const { kinds, values } of columns) {
    const value = values[index] ?? 0
    // Multiplies by 2^12, so that fractions change the hash.
    hash = Math.imul(hash ^ value ^ ((kinds[index] ?? 0) & cellKindMask), 0x01000193)
    hash = Math.imul(hash ^ (value * 4_096), 0x01000193)
  }
  return hash
}

function haveEqualCells(columns: readonly ColumnData[], index: number, other: number): boolean {
  return columns.every(
    ({ kinds, values }) =>
      (((kinds[index] ?? 0) ^ (kinds[other] ?? 0)) & cellKindMask) === 0 &&
      (values[index] ?? 0) === (values[other] ?? 0),
  )
}
