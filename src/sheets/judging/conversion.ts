import type { Value } from '../../domain/fields/field.ts'
import type { Cell } from '../files/cell.ts'
import { exampleTest, isTotal, type OfferedRow } from '../reading/offered-rows.ts'
import type { Judgement, RowReader } from '../reading/row-reader.ts'
import { type CountedRows, type RowChoice, repeatedRows, rowsThatCount } from '../reading/rows-that-count.ts'
import { Duplicates } from './duplicates.ts'
import { Marks } from './marks.ts'

/** What a batch keeps of a row beside the cells of its columns. */
export interface HeldRow {
  /** What it holds beyond the headers of its file. */
  surplus: readonly string[]
  /** The codes of its wrong cells, however they may be read by themselves. */
  errors: Readonly<Record<string, string>>
}

export interface ConversionOptions extends RowChoice {
  held?: ReadonlyMap<number, HeldRow>
  onProgress?: (done: number, total: number) => void
}

const step = 2_000

/** All rows of a sheet, judged; what is kept of them is a byte for each error, never the rows themselves. */
export class Conversion {
  readonly reader: RowReader
  readonly rows: CountedRows
  readonly offered: OfferedRow[] = []
  /** For each row the place of an earlier one that says the same, or -1. */
  readonly repeated: Int32Array
  readonly errors: Marks
  readonly warnings: Marks
  readonly discarded: Uint8Array
  /** What a person typed, by row and key. */
  readonly edits = new Map<number, Map<string, Cell>>()
  /** Rows with too many fields that a person found right. */
  readonly accepted = new Set<number>()
  /** Rows whose record has to be asked for. */
  readonly waiting = new Set<number>()
  /** What the server refused. */
  readonly #refused = new Map<number, Readonly<Record<string, string>>>()
  readonly #held: ReadonlyMap<number, HeldRow>
  readonly #duplicates = new Duplicates()
  readonly #unique: string[]

  constructor(reader: RowReader, options: ConversionOptions) {
    this.reader = reader
    this.rows = rowsThatCount(reader, options)
    this.#held = options.held ?? new Map()
    this.errors = new Marks(this.count)
    this.warnings = new Marks(this.count)
    this.discarded = new Uint8Array(this.count)
    this.#unique = reader.sources.flatMap(({ target }) => (target.field.unique && !target.table ? [target.key] : []))
    this.repeated = repeatedRows(reader, this.rows)
    this.#judgeAll(options.onProgress ?? (() => {}))
  }

  get count(): number {
    return this.rows.indexes.length
  }

  /** The number of a row as Excel shows it. */
  number(row: number): number {
    return this.rows.numbers[row] as number
  }

  /** The index of a row in its sheet. */
  index(row: number): number {
    return this.rows.indexes[row] as number
  }

  judge(row: number): Judgement {
    const judgement = this.reader.judge(this.index(row), this.edits.get(row))
    const held = this.#held.get(this.number(row))
    for (const [key, code] of Object.entries(held?.errors ?? {})) {
      if (!this.isHeld(row, key)) continue
      judgement.errors[key] ??= code
      delete judgement.values[key]
    }
    if (held && held.surplus.length > 0) judgement.errors['*'] = 'row'
    if (this.accepted.has(row)) delete judgement.errors['*']
    return judgement
  }

  /** What a row holds beyond the headers, until a person finds the others right. */
  surplus(row: number): readonly string[] {
    if (this.accepted.has(row)) return []
    return this.#held.get(this.number(row))?.surplus ?? this.reader.surplus(this.index(row))
  }

  /** Whether a cell was kept as a wrong one and is still as it was. */
  isHeld(row: number, key: string): boolean {
    return this.#held.get(this.number(row))?.errors[key] !== undefined && !this.edits.get(row)?.has(key)
  }

  /** Judges a row again, and what hangs on it: rows that had or now have the same value of a unique field. */
  refresh(row: number): Judgement {
    const judgement = this.judge(row)
    if (judgement.waits) this.waiting.add(row)
    this.errors.replace(row, { ...this.#refused.get(row), ...judgement.errors })
    this.warnings.replace(row, judgement.warnings)
    for (const key of this.#unique) {
      const value = judgement.values[key]
      const text = value === undefined || this.discarded[row] ? undefined : JSON.stringify(value)
      for (const other of this.#duplicates.set(key, row, text)) this.#markDuplicate(key, other)
    }
    return judgement
  }

  /** What a list filled in one cell of a row. */
  listed(row: number, key: string): Value | undefined {
    return this.reader.joining?.fills(key) ? this.judge(row).put?.[key] : undefined
  }

  /** Judges again the rows whose records are known now; answers which they are. */
  judgeWaiting(): number[] {
    const rows = [...this.waiting]
    this.waiting.clear()
    for (const row of rows) this.refresh(row)
    return rows
  }

  refuse(row: number, errors: Readonly<Record<string, string>>): void {
    this.#refused.set(row, errors)
    this.refresh(row)
  }

  /** A change by hand is a new start for what the server had refused. */
  forgive(row: number): void {
    this.#refused.delete(row)
  }

  /** The place of a row by its number, or -1. */
  find(number: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.number(middle) < number) low = middle + 1
      else high = middle
    }
    return this.rows.numbers[low] === number ? low : -1
  }

  #judgeAll(onProgress: (done: number, total: number) => void): void {
    const isExample = exampleTest(this.reader)
    for (let row = 0; row < this.count; row++) {
      if (row % step === 0) onProgress(row, this.count)
      const judgement = this.refresh(row)
      const number = this.number(row)
      // A batch took the rows that it keeps, whatever they look like.
      const isTaken = this.#held.has(number)
      if (!isTaken && isTotal(this.reader.sheet, this.index(row))) this.offered.push({ row: number, why: 'total' })
      else if (row < step && isExample(judgement)) this.offered.push({ row: number, why: 'example' })
    }
    onProgress(this.count, this.count)
  }

  #markDuplicate(key: string, row: number): void {
    const code = this.errors.get(row, key)
    if (code !== undefined && code !== 'duplicate') return
    const first = this.#duplicates.equals(key, row)[0]
    this.errors.set(row, key, first !== undefined && first !== row ? 'duplicate' : undefined)
  }
}
