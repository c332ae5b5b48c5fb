import { maxColumns, maxRows } from '../../domain/batch.ts'
import type { NumberFormat } from './number-format.ts'
import { type FileCode, ReadingError } from './reading-error.ts'
import { cellKinds, growColumn, type Merge, type Sheet } from './sheet.ts'
import { grown, type Texts } from './texts.ts'

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
