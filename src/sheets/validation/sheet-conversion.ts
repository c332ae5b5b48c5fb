import type { Value } from '../../domain/fields/field.ts'
import { foldCaseAndAccents } from '../../domain/text/case-folding.ts'
import type { Cell } from '../files/cell.ts'
import { findRowIndex } from '../files/sheet.ts'
import {
  findRepeatedRows,
  type IncludedRows,
  type RowSelectionOptions,
  selectIncludedRows,
} from '../reading/included-rows.ts'
import type { RowReader, RowValidation } from '../reading/row-reader.ts'
import {
  createExampleRowPredicate,
  createReportLinePredicate,
  isTotalRow,
  type SuspiciousRow,
} from '../reading/suspicious-rows.ts'
import { DuplicateIndex } from './duplicate-index.ts'

/** Stored data of a batch row that its cells cannot represent. */
export interface StoredRowData {
  /** Cells beyond the headers of the original file. */
  surplus: readonly string[]
  /** Error codes by column key. A stored error remains even if the cell's text is valid on its own. */
  errors: Readonly<Record<string, string>>
}

export interface ConversionOptions extends RowSelectionOptions {
  held?: ReadonlyMap<number, StoredRowData> | undefined
  onProgress?: (done: number, total: number) => void
}

const rowsPerProgress = 2_000

/** Codes by column key. */
type RowCodes = Readonly<Record<string, string>>

const omitIfEmpty = (codes: RowCodes) => (Object.keys(codes).length > 0 ? codes : undefined)

/** Validation state of all rows of a sheet. Stores no row values, to limit memory. */
export class SheetConversion {
  readonly reader: RowReader
  readonly rows: IncludedRows
  readonly offered: SuspiciousRow[] = []
  /** Position of the first row with equal cells, for each row; -1 if there is none. */
  readonly repeated: Int32Array
  /** Error codes of each row; undefined for a row without errors. `warnings`: the same for warnings. */
  readonly errors: (RowCodes | undefined)[]
  readonly warnings: (RowCodes | undefined)[]
  /** Positions of the rows that the user discarded. */
  readonly discarded = new Set<number>()
  /** Cells that the user edited, by row position and column key. */
  readonly edits = new Map<number, Map<string, Cell>>()
  /** Positions of rows with surplus cells that the user accepted as correct. */
  readonly accepted = new Set<number>()
  /** Positions of suspicious or repeated rows that the user confirmed. */
  readonly confirmed = new Set<number>()
  /** Positions of rows whose list records are not loaded yet. */
  readonly waiting = new Set<number>()
  /** Errors that the server reported, by row position. */
  readonly #refused = new Map<number, Readonly<Record<string, string>>>()
  readonly #held: ReadonlyMap<number, StoredRowData>
  /** Values of the unique fields, by field key. */
  readonly #unique: ReadonlyMap<string, DuplicateIndex>

  constructor(reader: RowReader, options: ConversionOptions) {
    this.reader = reader
    this.rows = selectIncludedRows(reader, options)
    this.#held = options.held ?? new Map()
    this.errors = Array.from({ length: this.count })
    this.warnings = Array.from({ length: this.count })
    const unique = reader.sources.filter(({ target }) => target.field.unique && !target.table)
    this.#unique = new Map(unique.map(({ target }) => [target.key, new DuplicateIndex()]))
    this.repeated = findRepeatedRows(reader, this.rows)
    this.#judgeAll(options.start, options.onProgress ?? (() => {}))
  }

  get count(): number {
    return this.rows.indexes.length
  }

  /** Returns the row number as Excel shows it. */
  number(row: number): number {
    return this.rows.numbers[row] as number
  }

  index(row: number): number {
    return this.rows.indexes[row] as number
  }

  validate(row: number): RowValidation {
    const validation = this.reader.validate(this.index(row), this.edits.get(row))
    const held = this.#held.get(this.number(row))
    for (const [key, code] of Object.entries(held?.errors ?? {})) {
      if (!this.hasStoredError(row, key)) continue
      validation.errors[key] ??= code
      delete validation.values[key]
    }
    if (held && held.surplus.length > 0) validation.errors['*'] = 'row'
    if (this.accepted.has(row)) delete validation.errors['*']
    return validation
  }

  /** Returns the cells beyond the headers. Returns none after the user accepted the row. */
  surplus(row: number): readonly string[] {
    if (this.accepted.has(row)) return []
    return this.#held.get(this.number(row))?.surplus ?? this.reader.surplus(this.index(row))
  }

  /** Returns whether a cell was stored with an error and the user has not edited it. */
  hasStoredError(row: number, key: string): boolean {
    return this.#held.get(this.number(row))?.errors[key] !== undefined && !this.edits.get(row)?.has(key)
  }

  /** Validates a row again. Also updates duplicate errors of other rows that share a unique value with it, before or after the change. */
  refresh(row: number): RowValidation {
    const validation = this.validate(row)
    if (validation.waits) this.waiting.add(row)
    this.errors[row] = omitIfEmpty({ ...this.#refused.get(row), ...validation.errors })
    this.warnings[row] = omitIfEmpty(validation.warnings)
    for (const [key, index] of this.#unique) {
      const value = validation.values[key]
      const text =
        value === undefined || this.discarded.has(row) ? undefined : foldCaseAndAccents(JSON.stringify(value))
      for (const other of index.set(row, text)) this.#markDuplicate(key, other, index.isDuplicate(other))
    }
    return validation
  }

  getListValue(row: number, key: string): Value | undefined {
    return this.reader.listJoiner?.joinOf(key) ? this.validate(row).put?.[key] : undefined
  }

  /** Validates the rows that waited for list records; returns their positions. */
  validateWaiting(): number[] {
    const rows = [...this.waiting]
    this.waiting.clear()
    for (const row of rows) this.refresh(row)
    return rows
  }

  setServerErrors(row: number, errors: Readonly<Record<string, string>>): void {
    this.#refused.set(row, errors)
    this.refresh(row)
  }

  /** Clears the errors that the server reported for a row, because the user changed the row. */
  clearServerErrors(row: number): void {
    this.#refused.delete(row)
  }

  /** Returns the position of the row with this number, or -1. */
  find(number: number): number {
    const row = findRowIndex(this.rows.numbers, number)
    return this.rows.numbers[row] === number ? row : -1
  }

  #judgeAll(start: number, onProgress: (done: number, total: number) => void): void {
    const { sheet } = this.reader
    const isReportLine = createReportLinePredicate(sheet, start)
    const isExample = createExampleRowPredicate(this.reader)
    for (let row = 0; row < this.count; row++) {
      if (row % rowsPerProgress === 0) onProgress(row, this.count)
      const validation = this.refresh(row)
      const number = this.number(row)
      // Does not offer to discard stored rows by their texts, because the batch already accepted them.
      const isTaken = this.#held.has(number)
      if (!isTaken && isTotalRow(sheet, this.index(row))) this.offered.push({ row: number, why: 'total' })
      else if (!isTaken && isReportLine(this.index(row))) this.offered.push({ row: number, why: 'report' })
      else if (row < rowsPerProgress && isExample(validation)) this.offered.push({ row: number, why: 'example' })
    }
    onProgress(this.count, this.count)
  }

  #markDuplicate(key: string, row: number, isDuplicate: boolean): void {
    const { [key]: code, ...others } = this.errors[row] ?? {}
    if (code !== undefined && code !== 'duplicate') return
    this.errors[row] = omitIfEmpty(isDuplicate ? { ...others, [key]: 'duplicate' } : others)
  }
}
