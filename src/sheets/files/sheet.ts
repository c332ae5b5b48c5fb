import { maxColumns, maxRows } from '../../domain/batches/batch.ts'
import { fromDayNumber } from '../../domain/time/date.ts'
import { type Cell, emptyCell } from './cell.ts'
import type { FileCode } from './file-sentences.ts'
import type { NumberFormat } from './number-format.ts'
import { ReadingError } from './reading-error.ts'
import { grown, type Texts } from './texts.ts'

export const cellKinds = { empty: 0, text: 1, number: 2, date: 3, boolean: 4, error: 5 } as const
/** Added to a kind: the value stands for merged cells. */
export const mergedFlag = 0x80
/** Added to a kind: the value was filled in from the merged cell above. */
export const filledFlag = 0x40
export const kindMask = 0x3f

/** One column, only as long as its last value. */
export interface ColumnStore {
  kinds: Uint8Array
  /** A number, the number of a text, 0 or 1, or days since 1970. */
  values: Float64Array
  /** Index into the sheet's formats, or the number of a displayed text. */
  formats: Uint32Array | null
}

/** Cells `row` to `lastRow` of the sheet's own numbers, columns from 0, both ends included. */
export interface Merge {
  row: number
  lastRow: number
  column: number
  lastColumn: number
}

/** The cells of one sheet, column by column; only rows that hold something have an index. */
export interface Sheet {
  name: string
  /** Indexes go from 0 to `count` - 1. */
  count: number
  /** Number of columns up to the last that holds something. */
  width: number
  /** The number of each row as Excel shows it, rising. */
  numbers: Uint32Array
  hidden: Uint8Array
  /** The last row that the file mentions, even if it is blank. */
  lastRow: number
  columns: (ColumnStore | undefined)[]
  hiddenColumns: Set<number>
  merges: Merge[]
  texts: Texts
  formats: NumberFormat[]
  base: 1900 | 1904
  /** Only of a csv: how many fields each record has, and the line of the file on which it starts. */
  records?: { widths: Uint16Array; lines: Uint32Array }
  /** Why this sheet cannot be used. */
  problem?: FileCode
}

/** Makes room for `length` rows. */
export function growColumn(store: ColumnStore, length: number): void {
  store.kinds = grown(store.kinds, length)
  store.values = grown(store.values, length)
  if (store.formats) store.formats = grown(store.formats, length)
}

/** A cell by the sheet's own index and the column from 0; what was never there is empty. */
export function cellAt(sheet: Sheet, index: number, column: number): Cell {
  const store = sheet.columns[column]
  const raw = store?.kinds[index] ?? 0
  if (store === undefined || raw === 0) return emptyCell
  const cell = plainCell(sheet, store, index, raw & kindMask)
  return raw & mergedFlag ? { ...cell, merged: true } : cell
}

function plainCell(sheet: Sheet, store: ColumnStore, index: number, kind: number): Cell {
  const value = store.values[index] as number
  switch (kind) {
    case cellKinds.text:
      return { kind: 'text', text: sheet.texts.get(value) }
    case cellKinds.number:
      return numberCell(sheet, value, store.formats?.[index] ?? 0)
    case cellKinds.date:
      return dateCell(sheet, value, store.formats?.[index] ?? 0)
    case cellKinds.boolean:
      return { kind: 'boolean', value: value === 1 }
    default:
      return { kind: 'error', text: value < 0 ? '' : sheet.texts.get(value) }
  }
}

function numberCell(sheet: Sheet, value: number, place: number): Cell {
  if (place >= shownTexts) return { kind: 'number', value, shown: sheet.texts.get(place - shownTexts) }
  const format = sheet.formats[place]
  if (format?.kind === 'zeros' && Number.isInteger(value)) return { kind: 'number', value, zeros: format.zeros }
  const cell: Cell & { kind: 'number' } = { kind: 'number', value }
  if (format?.kind === 'percent') cell.percent = true
  if (format && format.code !== '' && format.code !== 'General') cell.format = format.code
  return cell
}

const secondsADay = 86_400

/** The value counts days since 1970 in the calendar alone; a time without a day has none. */
function dateCell(sheet: Sheet, value: number, format: number): Cell {
  const seconds = Math.round((value - Math.floor(value)) * secondsADay)
  const days = Math.floor(value) + (seconds === secondsADay ? 1 : 0)
  const iso = days > timeOnly + 1 ? fromDayNumber(days) : ''
  const cell: Cell & { kind: 'date' } = { kind: 'date', iso, format: sheet.formats[format]?.code ?? '' }
  if (seconds % secondsADay !== 0) cell.time = clock(seconds % secondsADay)
  if (format >= shownTexts) cell.shown = sheet.texts.get(format - shownTexts)
  return cell
}

/** Formats from here on are the numbers of displayed texts, which ods files have at hand. */
export const shownTexts = 0x1000000
/** Days of a time of day alone lie before any day of a calendar. */
export const timeOnly = -1_000_000

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Rows above the data: titles and headers do not count against the limit of a batch. */
const headerRoom = 20
const merges = 100_000
const encoder = new TextEncoder()
/** Where the sheets of all programs end. */
export const lastSheetRow = 1_048_576

/** Takes cells in the order of a file, row by row, and keeps only what holds something. */
export class SheetBuilder {
  readonly texts: Texts
  readonly #sheet: Sheet
  #widths = new Uint16Array(64)
  #lines = new Uint32Array(64)
  #row = 0
  #hidden = false
  #used = false

  constructor(name: string, texts: Texts, formats: NumberFormat[], base: 1900 | 1904) {
    this.texts = texts
    this.#sheet = {
      name,
      texts,
      formats,
      base,
      count: 0,
      width: 0,
      lastRow: 0,
      numbers: new Uint32Array(64),
      hidden: new Uint8Array(64),
      columns: [],
      hiddenColumns: new Set(),
      merges: [],
    }
  }

  /** Why the sheet cannot be used; nothing more is taken then. */
  problem: FileCode | undefined

  get row(): number {
    return this.#row
  }

  /** Rows come in rising order; one that goes back is a damaged file. */
  startRow(number: number, hidden: boolean): void {
    if (!(number > this.#row && number <= lastSheetRow)) throw new ReadingError('file.damaged')
    this.#row = number
    this.#hidden = hidden
    this.#used = false
  }

  /** Blank rows that the file mentions. */
  skipTo(number: number): void {
    this.#row = number
    this.#sheet.lastRow = number
  }

  /** `width` and `line` are those of a csv record. */
  endRow(width?: number, line = 0): void {
    const sheet = this.#sheet
    sheet.lastRow = this.#row
    if (!this.#used) return
    if (sheet.count === maxRows + headerRoom) throw new ReadingError('file.rows')
    if (sheet.count === sheet.numbers.length) this.#grow()
    sheet.numbers[sheet.count] = this.#row
    sheet.hidden[sheet.count] = this.#hidden ? 1 : 0
    if (width !== undefined) {
      this.#widths[sheet.count] = Math.min(width, 0xffff)
      this.#lines[sheet.count] = line
    }
    sheet.count++
  }

  set(column: number, kind: number, value: number, format = 0): void {
    if (column < 0) throw new ReadingError('file.damaged')
    if (column >= maxColumns) throw new ReadingError('file.columns')
    const sheet = this.#sheet
    const index = sheet.count
    let store = sheet.columns[column]
    if (store === undefined) {
      store = { kinds: new Uint8Array(index + 64), values: new Float64Array(index + 64), formats: null }
      sheet.columns[column] = store
      if (column >= sheet.width) sheet.width = column + 1
    }
    if (index >= store.kinds.length)
      growColumn(store, Math.min(Math.max(index + 1, store.kinds.length * 2), maxRows + headerRoom))
    store.kinds[index] = kind
    store.values[index] = value
    if (format !== 0) {
      store.formats ??= new Uint32Array(store.kinds.length)
      store.formats[index] = format
    }
    this.#used = true
  }

  setText(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (isBlank(bytes, from, to)) return
    this.set(column, cellKinds.text, this.texts.add(bytes, from, to))
  }

  setString(column: number, text: string): void {
    const bytes = encoder.encode(text)
    this.setText(column, bytes, 0, bytes.length)
  }

  /** The row counts, although it may hold nothing. */
  keepRow(): void {
    this.#used = true
  }

  hideColumns(first: number, last: number): void {
    for (let column = first; column <= Math.min(last, maxColumns - 1); column++) this.#sheet.hiddenColumns.add(column)
  }

  merge(merge: Merge | null): void {
    if (merge && this.#sheet.merges.length < merges) this.#sheet.merges.push(merge)
  }

  finish(isCsv = false): Sheet {
    if (isCsv) this.#sheet.records = { widths: this.#widths, lines: this.#lines }
    if (this.problem) this.#sheet.problem = this.problem
    return this.#sheet
  }

  #grow(): void {
    const sheet = this.#sheet
    const length = sheet.count * 2
    sheet.numbers = grown(sheet.numbers, length)
    sheet.hidden = grown(sheet.hidden, length)
    this.#widths = grown(this.#widths, length)
    this.#lines = grown(this.#lines, length)
  }
}

/** Whether nothing of a text can be seen: spaces, line breaks, no-break spaces, zero-width characters, BOM. */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    if (byte <= 0x20) continue
    if (byte === 0xc2 && (bytes[i + 1] === 0xa0 || bytes[i + 1] === 0xad)) i += 1
    else if (byte === 0xe2 && bytes[i + 1] === 0x80 && ((bytes[i + 2] as number) <= 0x8f || bytes[i + 2] === 0xaf))
      i += 2
    else if (byte === 0xef && bytes[i + 1] === 0xbb && bytes[i + 2] === 0xbf) i += 2
    else return false
  }
  return true
}
