import { maxBatchRows, maxSheetColumns } from '../../domain/batches/batch.ts'
import { dayNumberToDate } from '../../domain/time/date.ts'
import { growArray } from './bytes.ts'
import { type Cell, emptyCell } from './cell.ts'
import { type FileErrorCode, FileReadError } from './file-read-error.ts'
import type { NumberFormat } from './number-formatting.ts'
import type { StringTable } from './string-table.ts'

export const cellKindCodes = { empty: 0, text: 1, number: 2, date: 3, boolean: 4, error: 5 } as const
/** Flag on a cell kind: the cell is part of cells merged downwards. */
export const mergedFlag = 0x80
/** Flag on a cell kind: the value was copied from the first row of merged cells. */
export const copiedFromMergeFlag = 0x40
export const cellKindMask = 0x3f

/** Cells of one column; arrays end at the last cell with content. */
export interface ColumnData {
  kinds: Uint8Array
  /** Cell values; their meaning depends on the kind: number, text id, 0 or 1 for a boolean, days since 1970 for a date. */
  values: Float64Array
  /** Index into the sheet's formats, or `firstDisplayTextId` plus the id of a displayed text. */
  formats: Uint32Array | null
}

/** Merged cells: one-based row numbers and zero-based columns, both ends inclusive. */
export interface MergedRange {
  row: number
  lastRow: number
  column: number
  lastColumn: number
}

/** Cells of one sheet, stored by column. Rows without content are not stored and have no index. */
export interface Sheet {
  name: string
  /** Number of rows with content; indexes are 0 to `count` - 1. */
  count: number
  /** Number of columns up to the last one with content. */
  width: number
  /** Row numbers as Excel shows them, by row index; ascending. */
  numbers: number[]
  hidden: boolean[]
  /** Number of the last row in the file, blank rows included. */
  lastRow: number
  columns: (ColumnData | undefined)[]
  hiddenColumns: Set<number>
  merges: MergedRange[]
  texts: StringTable
  formats: NumberFormat[]
  base: 1900 | 1904
  /** Number of fields and line number of each CSV record, by row index. Set only for a CSV. */
  records?: { width: number; line: number }[]
  /** Reason why the sheet is unusable. */
  problem?: FileErrorCode
}

export function growColumnData(store: ColumnData, length: number): void {
  store.kinds = growArray(store.kinds, length)
  store.values = growArray(store.values, length)
  if (store.formats) store.formats = growArray(store.formats, length)
}

/** Returns the index of the first row whose number is at least `number`. `numbers` ascend. */
export function findRowIndex(numbers: ArrayLike<number>, number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the cell at a sheet index and zero-based column; missing cells are empty. */
export function getCell(sheet: Sheet, index: number, column: number): Cell {
  const store = sheet.columns[column]
  const raw = store?.kinds[index] ?? 0
  if (store === undefined || raw === 0) return emptyCell
  const cell = plainCell(sheet, store, index, raw & cellKindMask)
  return raw & mergedFlag ? { ...cell, merged: true } : cell
}

function plainCell(sheet: Sheet, store: ColumnData, index: number, kind: number): Cell {
  const value = store.values[index] as number
  switch (kind) {
    case cellKindCodes.text:
      return { kind: 'text', text: sheet.texts.get(value) }
    case cellKindCodes.number:
      return numberCell(sheet, value, store.formats?.[index] ?? 0)
    case cellKindCodes.date:
      return dateCell(sheet, value, store.formats?.[index] ?? 0)
    case cellKindCodes.boolean:
      return { kind: 'boolean', value: value === 1 }
    default:
      return { kind: 'error', text: value < 0 ? '' : sheet.texts.get(value) }
  }
}

function numberCell(sheet: Sheet, value: number, place: number): Cell {
  if (place >= firstDisplayTextId) return { kind: 'number', value, shown: sheet.texts.get(place - firstDisplayTextId) }
  const format = sheet.formats[place]
  if (format?.kind === 'zeros' && Number.isInteger(value)) return { kind: 'number', value, zeros: format.zeros }
  const cell: Cell & { kind: 'number' } = { kind: 'number', value }
  if (format?.kind === 'percent') cell.percent = true
  if (format && format.code !== '' && format.code !== 'General') cell.format = format.code
  return cell
}

const secondsADay = 86_400

/** Converts days since 1970 to a date cell, without time zone. If the value is a time without a date, `iso` is empty. */
function dateCell(sheet: Sheet, value: number, format: number): Cell {
  const seconds = Math.round((value - Math.floor(value)) * secondsADay)
  const days = Math.floor(value) + (seconds === secondsADay ? 1 : 0)
  const iso = days > timeWithoutDateOffset + 1 ? dayNumberToDate(days) : ''
  const cell: Cell & { kind: 'date' } = { kind: 'date', iso, format: sheet.formats[format]?.code ?? '' }
  if (seconds % secondsADay !== 0) cell.time = clock(seconds % secondsADay)
  if (format >= firstDisplayTextId) cell.shown = sheet.texts.get(format - firstDisplayTextId)
  return cell
}

/** Format indexes from this number on are ids of displayed texts, which only ODS files contain. */
export const firstDisplayTextId = 0x1000000
/** Offset in days that marks a time without a date; lower than any valid day number. */
export const timeWithoutDateOffset = -1_000_000

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Rows allowed for titles and headers in addition to the row limit of a batch. */
const headerRoom = 20
const merges = 100_000
/** Number of the last row that spreadsheet programs support. */
export const maxSheetRow = 1_048_576

/** Builder of a sheet. Receives cells row by row in file order and stores only cells with content. */
export class SheetBuilder {
  readonly texts: StringTable
  readonly #sheet: Sheet
  #row = 0
  #hidden = false
  #used = false

  constructor(name: string, texts: StringTable, formats: NumberFormat[], base: 1900 | 1904) {
    this.texts = texts
    this.#sheet = {
      name,
      texts,
      formats,
      base,
      count: 0,
      width: 0,
      lastRow: 0,
      numbers: [],
      hidden: [],
      columns: [],
      hiddenColumns: new Set(),
      merges: [],
    }
  }

  /** Reason why the sheet is unusable; once set, further cells are ignored. */
  problem: FileErrorCode | undefined

  get row(): number {
    return this.#row
  }

  /** Starts a row. Row numbers must ascend; otherwise the file is damaged. */
  startRow(number: number, hidden: boolean): void {
    if (!(number > this.#row && number <= maxSheetRow)) throw new FileReadError('file.damaged')
    this.#row = number
    this.#hidden = hidden
    this.#used = false
  }

  /** Skips blank rows up to row `number`. */
  skipTo(number: number): void {
    this.#row = number
    this.#sheet.lastRow = number
  }

  /** Ends a row. `record`: field count and line number of a CSV record. */
  endRow(record?: { width: number; line: number }): void {
    const sheet = this.#sheet
    sheet.lastRow = this.#row
    if (!this.#used) return
    if (sheet.count === maxBatchRows + headerRoom) throw new FileReadError('file.rows')
    sheet.numbers.push(this.#row)
    sheet.hidden.push(this.#hidden)
    if (record) {
      sheet.records ??= []
      sheet.records.push(record)
    }
    sheet.count++
  }

  set(column: number, kind: number, value: number, format = 0): void {
    if (column < 0) throw new FileReadError('file.damaged')
    if (column >= maxSheetColumns) throw new FileReadError('file.columns')
    const sheet = this.#sheet
    const index = sheet.count
    let store = sheet.columns[column]
    if (store === undefined) {
      store = { kinds: new Uint8Array(index + 64), values: new Float64Array(index + 64), formats: null }
      sheet.columns[column] = store
      if (column >= sheet.width) sheet.width = column + 1
    }
    if (index >= store.kinds.length)
      growColumnData(store, Math.min(Math.max(index + 1, store.kinds.length * 2), maxBatchRows + headerRoom))
    store.kinds[index] = kind
    store.values[index] = value
    if (format !== 0) {
      store.formats ??= new Uint32Array(store.kinds.length)
      store.formats[index] = format
    }
    this.#used = true
  }

  /** Stores a text, unless it is invisible. */
  setText(column: number, text: string): void {
    if (!isInvisible(text)) this.set(column, cellKindCodes.text, this.texts.add(text))
  }

  /** Stores the current row even if it has no content. */
  keepRow(): void {
    this.#used = true
  }

  hideColumns(first: number, last: number): void {
    for (let column = first; column <= Math.min(last, maxSheetColumns - 1); column++)
      this.#sheet.hiddenColumns.add(column)
  }

  merge(merge: MergedRange | null): void {
    if (merge && this.#sheet.merges.length < merges) this.#sheet.merges.push(merge)
  }

  finish(): Sheet {
    if (this.problem) this.#sheet.problem = this.problem
    return this.#sheet
  }
}

/** Returns whether a text has only spaces, control characters, zero-width characters and soft hyphens. */
export const isInvisible = (text: string): boolean => /^[\s\p{Cc}\u00ad\u200b-\u200f]*$/u.test(text)
