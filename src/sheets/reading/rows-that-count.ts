import { maxRows } from '../../domain/batches/batch.ts'
import { type Cell, shownText } from '../files/cell.ts'
import { ReadingError } from '../files/reading-error.ts'
import { cellAt, kindMask } from '../files/sheet.ts'
import type { RowReader } from './row-reader.ts'
import { noColumn } from './sources.ts'

export interface CountedRows {
  /** Index in the sheet of each row that counts. */
  indexes: Uint32Array
  /** Its number as Excel shows it, rising. */
  numbers: Uint32Array
  ignoredBlank: number
  hidden: number
}

export interface RowChoice {
  /** Index of the first row under the headers. */
  start: number
  includeHidden: boolean
  /** Where the number of a row is a cell of it, as in an error workbook. */
  rowColumn?: number
  /** Rows without a value count as well, as those that a batch keeps do. */
  keepBlank?: boolean
}

/** The rows that have a value in some mapped column; blank ones in the middle or at the end are only counted. */
export function rowsThatCount(
  reader: RowReader,
  { start, includeHidden, rowColumn, keepBlank }: RowChoice,
): CountedRows {
  const { sheet } = reader
  const found: { index: number; number: number }[] = []
  let hidden = 0
  let filled = 0
  for (let index = start; index < sheet.count; index++) {
    if (!keepBlank && reader.isBlank(index)) continue
    filled++
    if (sheet.hidden[index]) hidden++
    if (sheet.hidden[index] && !includeHidden) continue
    const number = rowColumn === undefined ? sheet.numbers[index] : numberIn(cellAt(sheet, index, rowColumn))
    if (number) found.push({ index, number })
  }
  if (filled === 0) throw new ReadingError('file.headersOnly')
  if (found.length > maxRows) throw new ReadingError('file.rows')
  if (rowColumn !== undefined) found.sort((a, b) => a.number - b.number)
  return {
    indexes: Uint32Array.from(found, ({ index }) => index),
    numbers: Uint32Array.from(found, ({ number }) => number),
    ignoredBlank: keepBlank ? 0 : sheet.lastRow - (sheet.numbers[start - 1] ?? 0) - filled,
    hidden,
  }
}

/** 0 for what is no number of a row. */
export function numberIn(cell: Cell): number {
  const text = shownText(cell).trim()
  return /^\d{1,7}$/.test(text) ? Number(text) : 0
}

/** For each row that says in all mapped columns what an earlier one says, the place of that one; -1 for the others. */
export function repeatedRows(reader: RowReader, { indexes }: CountedRows): Int32Array {
  const columns = reader.sources.flatMap(({ column }) =>
    column === noColumn ? [] : (reader.sheet.columns[column] ?? []),
  )
  // Equal texts have equal numbers, so that no text need be looked at.
  const cells = (row: number) => {
    const index = indexes[row] as number
    return columns.map(({ kinds, values }) => `${(kinds[index] ?? 0) & kindMask}:${values[index] ?? 0}`).join()
  }
  const first = new Map<string, number>()
  return Int32Array.from(indexes, (_, row) => {
    const said = cells(row)
    const before = first.get(said)
    if (before === undefined) first.set(said, row)
    return before ?? -1
  })
}
