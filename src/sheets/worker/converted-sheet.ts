import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { maxRowsPerChunk } from '../../domain/batches/batch.ts'
import { toColumnErrors } from '../../domain/batches/rejected-cells.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { emptyCell } from '../files/cell.ts'
import type { HeaderRow } from '../files/header-row.ts'
import { readWorkbook } from '../files/read-workbook.ts'
import type { WorkbookOrigin } from '../files/row-stamp.ts'
import type { Sheet } from '../files/sheet.ts'
import type { ProgressCallback } from '../files/workbook.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import type { RowReader } from '../reading/row-reader.ts'
import { ChangeHistory, type RowChange } from '../validation/change-history.ts'
import {
  type ConversionOverview,
  filterRows,
  getRowView,
  listRepeatedPositions,
  type RowFilter,
  type RowView,
  summarizeConversion,
} from '../validation/conversion-overview.ts'
import { type CorrectedCell, type CorrectionDiff, diffCorrectedWorkbook } from '../validation/correction-diff.ts'
import { findColumnSourceByFieldKey, getCellTextAt, getSuggestionAt } from '../validation/error-groups.ts'
import {
  createFileReport,
  type FileReport,
  listNeededFiles,
  revalidateAfterFileChange,
} from '../validation/row-files.ts'
import {
  createResultTable,
  createRowChunk,
  listErrorRows,
  type RequestStatusByRow,
  type RowChunk,
  type RowPayload,
  toRowPayload,
} from '../validation/row-payload.ts'
import type { SheetConversion } from '../validation/sheet-conversion.ts'
import type { WorkbookRejection } from '../validation/sheet-with-row-stamps.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { ResultTable } from '../writing/result-table.ts'

export interface SheetSessionContext {
  readonly fields: readonly Field[]
  readonly context: ValidationContext
  readonly onProgress: ProgressCallback
}

export interface SheetWithHeader {
  readonly sheet: Sheet
  readonly header: HeaderRow
  /** Index of the column «Fila» of an error workbook, with the row numbers of the original file. */
  readonly rowColumn?: number | undefined
}

/** Rows by number; all rows that repeat an earlier row; or all rows whose field `key` has error `code`. */
export type RowTarget = readonly number[] | 'repeated' | { key: string; code: string }

/** Converted rows of one sheet. Supports paging, corrections and upload in chunks. */
export class ConvertedSheet {
  readonly #context: SheetSessionContext
  readonly #source: SheetWithHeader
  readonly #conversion: SheetConversion
  readonly #history: ChangeHistory
  /** Positions of the rows changed since the batch last stored them. Omits the rows in `#saving`, unless they changed again. */
  readonly #unsaved = new Set<number>()
  /** Positions of the rows that the last call of `getUnsavedRows` returned, until they are stored. */
  #saving: number[] = []
  /** Positions of the rows that `getRows` returns. */
  #view: number[] = []

  constructor(context: SheetSessionContext, source: SheetWithHeader, conversion: SheetConversion) {
    this.#context = context
    this.#source = source
    this.#conversion = conversion
    this.#history = new ChangeHistory(conversion, (row) => this.#unsaved.add(row))
  }

  validateWaitingRows(): void {
    // Marks the rows that a list record made valid as unsaved, because the batch still stores them as invalid.
    for (const row of this.#conversion.validateWaiting()) if (!this.#conversion.errors[row]) this.#unsaved.add(row)
  }

  getOverview(): ConversionOverview {
    const { length, undone } = this.#history
    return { ...summarizeConversion(this.#conversion), undoable: length, redoable: undone }
  }

  /** Selects the rows that `getRows` returns; returns their count. Corrected rows remain selected, so that they stay in the grid. */
  applyFilter(filter: RowFilter): number {
    this.#view = filterRows(this.#conversion, filter)
    return this.#view.length
  }

  getRows(from: number, to: number): RowView[] {
    const conversion = this.#conversion
    return this.#view.slice(from, Math.min(to, from + maxRowsPerChunk)).map((row) => getRowView(conversion, row))
  }

  /** Returns a row as displayed and as uploaded, for a preview of its document. */
  getRow(number: number): { view: RowView; sent: RowPayload } {
    const conversion = this.#conversion
    const row = this.#find(number)
    return { view: getRowView(conversion, row), sent: toRowPayload(conversion, row) }
  }

  edit(number: number, key: string, text: string): RowView {
    const row = this.#find(number)
    this.#change([createTextChange(row, key, text)])
    return getRowView(this.#conversion, row)
  }

  /** Replaces `text` in all cells of field `key` with error `code`; returns the number of changed cells. */
  applyToEqual(key: string, code: string, text: string, replacement: string): number {
    return this.#replaceWrongCells({ key, code }, (row, source) =>
      getCellTextAt(this.#conversion, row, source) === text ? replacement : undefined,
    )
  }

  /** Applies the suggested corrections to all cells of field `key` with error `code`; returns the number of changed cells. */
  applySuggestions(key: string, code: string): number {
    return this.#replaceWrongCells({ key, code }, (row, source) => getSuggestionAt(this.#conversion, row, source))
  }

  /** Discards rows, or includes them again; returns the number of rows. */
  discard(target: RowTarget, on = true): number {
    return this.#flag(target, 'discarded', on)
  }

  /** Confirms suspicious or repeated rows, so that the user is not asked about them again. */
  confirm(target: RowTarget): number {
    return this.#flag(target, 'confirmed', true)
  }

  /** Accepts rows that have more cells than headers, after the user reviewed the surplus cells. */
  accept(numbers: readonly number[]): number {
    return this.#flag(numbers, 'accepted', true)
  }

  /** Returns the number of changed rows, or 0 if there is nothing to undo. */
  undo(): number {
    return this.#history.undo()
  }

  /** Returns the number of changed rows, or 0 if there is nothing to redo. */
  redo(): number {
    return this.#history.redo()
  }

  /** Adds files that rows can reference; a file replaces an earlier file with the same path. */
  addFiles(files: readonly UploadedFile[]): void {
    this.#changeFiles((table) => table.add(files))
  }

  chooseFile(name: string, path: string): void {
    this.#changeFiles((table) => table.choose(name, path))
  }

  getFileReport(): FileReport {
    return createFileReport(this.#conversion)
  }

  /** Returns the files that rows with a number greater than `after` reference. */
  getNeededFiles(after: number): ReturnType<typeof listNeededFiles> {
    return listNeededFiles(this.#conversion, after)
  }

  /** Returns up to 1,000 rows changed since they were last stored, ready to send. After storing, the caller calls `markRowsSaved`. */
  getUnsavedRows(): { sent: RowPayload[]; discarded: number[] } {
    const conversion = this.#conversion
    for (const row of this.#saving) this.#unsaved.add(row)
    this.#saving = [...this.#unsaved].slice(0, maxRowsPerChunk)
    for (const row of this.#saving) this.#unsaved.delete(row)
    return {
      sent: this.#saving.filter((row) => !conversion.discarded.has(row)).map((row) => toRowPayload(conversion, row)),
      discarded: this.#saving.filter((row) => conversion.discarded.has(row)).map((row) => conversion.number(row)),
    }
  }

  /** Marks the rows of the last `getUnsavedRows` as stored. Rows changed since then remain unsaved. */
  markRowsSaved(): void {
    this.#saving = []
  }

  /** Returns up to 1,000 rows for upload from position `from`. Omits discarded rows. */
  getRowChunk(from: number): RowChunk {
    return createRowChunk(this.#conversion, from)
  }

  /** Adds errors reported by the server to their rows. Error keys are form keys, e.g. `items.0.cantidad`. */
  addServerErrors(outcomes: readonly { row: number; errors: Readonly<Record<string, string>> }[]): void {
    for (const { row, errors } of outcomes) this.#conversion.setServerErrors(this.#find(row), toColumnErrors(errors))
  }

  /** Compares a corrected error workbook with the open rows and returns the differences. `applyCorrectedCells` applies them. */
  async compareErrorWorkbook(
    bytes: Uint8Array,
    name: string,
    origin: WorkbookOrigin,
  ): Promise<CorrectionDiff | WorkbookRejection> {
    const book = await readWorkbook(bytes, name, { fields: this.#context.fields }, this.#context.onProgress)
    return diffCorrectedWorkbook(this.#conversion, book, origin)
  }

  /** Applies cells of a corrected error workbook as one undo step. Skips rows that no longer exist. Returns the number of changes. */
  applyCorrectedCells(cells: readonly CorrectedCell[]): number {
    const conversion = this.#conversion
    const placed = cells.map(({ row, key, after }) => ({ row: conversion.find(row), key, after }))
    const changes = placed.map(({ row, key, after }): RowChange => {
      return key === '*' ? { row, flag: 'accepted', on: true } : { row, key, after }
    })
    return this.#change(changes.filter(({ row }) => row >= 0))
  }

  getErrorRows(): { rows: ErrorRow[]; keys: string[] } {
    return listErrorRows(this.#conversion)
  }

  getResultTable(outcomes: RequestStatusByRow): ResultTable {
    const { sheet, header } = this.#source
    return createResultTable(this.#conversion, sheet, header, outcomes)
  }

  #changeFiles(change: (table: RowReader['files']) => void): void {
    const conversion = this.#conversion
    for (const row of revalidateAfterFileChange(conversion, () => change(conversion.reader.files)))
      this.#unsaved.add(row)
  }

  #find(number: number): number {
    const row = this.#conversion.find(number)
    if (row < 0) throw new RangeError(`row ${number}`)
    return row
  }

  /** Replaces the text of the cells with an error. `replace` returns the new text, or undefined to leave the cell. */
  #replaceWrongCells(
    error: { key: string; code: string },
    replace: (row: number, source: ColumnSource) => string | undefined,
  ): number {
    const source = findColumnSourceByFieldKey(this.#conversion, error.key)
    if (!source) return 0
    const changes = filterRows(this.#conversion, error).flatMap((row) => {
      const text = replace(row, source)
      return text === undefined ? [] : [createTextChange(row, error.key, text)]
    })
    return this.#change(changes)
  }

  #change(changes: readonly RowChange[]): number {
    this.#history.do(changes)
    return changes.length
  }

  #flag(target: RowTarget, flag: 'discarded' | 'accepted' | 'confirmed', on: boolean): number {
    return this.#change(this.#select(target).map((row): RowChange => ({ row, flag, on })))
  }

  #select(target: RowTarget): number[] {
    if (target === 'repeated') return listRepeatedPositions(this.#conversion)
    if ('code' in target) return filterRows(this.#conversion, target)
    return target.map((number) => this.#find(number))
  }
}

/** Returns the change that sets a cell to a text typed by the user. An empty text clears the cell. */
function createTextChange(row: number, key: string, text: string): RowChange {
  return { row, key, after: text === '' ? emptyCell : { kind: 'text', text } }
}
