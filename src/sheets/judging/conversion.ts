import type { Value } from '../../domain/fields/field.ts'
import type { Cell } from '../files/cell.ts'
import { exampleTest, isTotal, type OfferedRow } from '../reading/offered-rows.ts'
import type { Judgement, RowReader } from '../reading/row-reader.ts'
import { type CountedRows, type RowChoice, repeatedRows, rowsThatCount } from '../reading/rows-that-count.ts'
import { Duplicates } from './duplicates.ts'
import { Marks } from './marks.ts'

/** Stored data of a batch row that its cells cannot represent. */
export interface HeldRow {
  /** Cells beyond the headers of the original file. */
  surplus: readonly string[]
  /** Error codes by column key. They apply even if the cell's text is valid on its own. */
  errors: Readonly<Record<string, string>>
}

export interface ConversionOptions extends RowChoice {
  held?: ReadonlyMap<number, HeldRow>
  onProgress?: (done: number, total: number) => void
}

const step = 2_000

/** Validation state of all rows of a sheet. Stores one byte per error and no row values, to limit memory. */
export class Conversion {
  readonly reader: RowReader
  readonly rows: CountedRows
  readonly offered: OfferedRow[] = []
  /** Positions of earlier rows with equal cells, one entry per row; -1 if there is none. */
  readonly repeated: Int32Array
  readonly errors: Marks
  readonly warnings: Marks
  readonly discarded: Uint8Array
  /** Cells that the user edited, by row position and column key. */
  readonly edits = new Map<number, Map<string, Cell>>()
  /** Positions of rows with surplus cells that the user accepted as correct. */
  readonly accepted = new Set<number>()
  /** Positions of rows whose list records are not loaded yet. */
  readonly waiting = new Set<number>()
  /** Errors that the server reported, by row position. */
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

  /** Returns the row number as Excel shows it. */
  number(row: number): number {
    return this.rows.numbers[row] as number
  }

  /** Returns the index of a row in its sheet. */
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

  /** Returns the cells beyond the headers; empty once the user accepts the row. */
  surplus(row: number): readonly string[] {
    if (this.accepted.has(row)) return []
    return this.#held.get(this.number(row))?.surplus ?? this.reader.surplus(this.index(row))
  }

  /** Returns whether a cell was stored with an error and was not edited since. */
  isHeld(row: number, key: string): boolean {
    return this.#held.get(this.number(row))?.errors[key] !== undefined && !this.edits.get(row)?.has(key)
  }

  /** Validates a row again. Updates duplicate errors of rows that share its old or new value in a unique field. */
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

  /** Returns the value that a list filled into a cell, or undefined. */
  listed(row: number, key: string): Value | undefined {
    return this.reader.joining?.fills(key) ? this.judge(row).put?.[key] : undefined
  }

  /** Validates the rows that waited for list records; returns their positions. */
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

  /** Clears the server's errors of a row, because the user changed it. */
  forgive(row: number): void {
    this.#refused.delete(row)
  }

  /** Returns the position of the row with a given number, or -1. Binary search, because numbers ascend. */
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
      // Stored rows are never offered for discarding as totals: the batch already accepted them.
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
