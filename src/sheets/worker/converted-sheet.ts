import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { maxRowsPerChunk } from '../../domain/batches/batch.ts'
import { toColumnErrors } from '../../domain/batches/rejected-cells.ts'
import { readWorkbook } from '../files/read-workbook.ts'
import type { WorkbookOrigin } from '../files/row-stamp.ts'
import type { RowReader } from '../reading/row-reader.ts'
import { ChangeHistory, type RowChange } from '../validation/change-history.ts'
import {
  type ConversionOverview,
  filterRows,
  getRowView,
  type RowFilter,
  type RowView,
  summarizeConversion,
} from '../validation/conversion-overview.ts'
import { type CorrectedCell, type CorrectionDiff, diffCorrectedWorkbook } from '../validation/correction-diff.ts'
import { createResultTable, listErrorRows, type RowRequestResults } from '../validation/output-rows.ts'
import { flagRepeatedRows } from '../validation/repeated-rows.ts'
import {
  createChangesToDiscardRows,
  createReplaceChanges,
  createSuggestionChanges,
  createTextChange,
} from '../validation/row-changes.ts'
import {
  createFileReport,
  type FileProblem,
  type FileReport,
  listNeededFiles,
  revalidateAfterFileChange,
} from '../validation/row-files.ts'
import { createRowChunk, type RowChunk, type RowPayload, toRowPayload } from '../validation/row-payload.ts'
import type { SheetConversion } from '../validation/sheet-conversion.ts'
import type { WorkbookRejection } from '../validation/sheet-with-row-stamps.ts'
import { UnsavedRows } from '../validation/unsaved-rows.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { ResultTable } from '../writing/result-table.ts'
import type { SheetSessionContext, SheetWithHeader } from './session-context.ts'

export type FileProblemKind = 'missing' | 'refused' | 'leftOver'
/** File report that replaces each list of problems by its length. */
export type FileReportCounts = Omit<FileReport, FileProblemKind> & Record<FileProblemKind, number>

/** Converted rows of one sheet. Supports paging, corrections and upload in chunks. */
export class ConvertedSheet {
  readonly #context: SheetSessionContext
  readonly #source: SheetWithHeader
  readonly #conversion: SheetConversion
  readonly #history: ChangeHistory
  readonly #unsavedRows = new UnsavedRows()
  /** Positions of the rows that `getRows` returns. */
  #view: Uint32Array = new Uint32Array(0)
  #files: FileReport | null = null

  constructor(context: SheetSessionContext, source: SheetWithHeader, conversion: SheetConversion) {
    this.#context = context
    this.#source = source
    this.#conversion = conversion
    this.#history = new ChangeHistory(conversion, (row) => this.#unsavedRows.add(row))
  }

  /** Validates again the rows whose list records were missing. */
  validateWaitingRows(): void {
    // Marks the rows that a list record made valid as unsaved, because the batch still stores them as invalid.
    for (const row of this.#conversion.validateWaiting())
      if (!this.#conversion.errors.has(row)) this.#unsavedRows.add(row)
  }

  getOverview(): ConversionOverview {
    const { length, undone } = this.#history
    return { ...summarizeConversion(this.#conversion), undoable: length, redoable: undone }
  }

  /** Selects the rows that `getRows` returns; returns their count. Corrected rows remain in the selection, so that they stay in the grid. */
  applyFilter(filter: RowFilter): number {
    this.#view = filterRows(this.#conversion, filter)
    return this.#view.length
  }

  getRows(from: number, to: number): RowView[] {
    const conversion = this.#conversion
    return Array.from(this.#view.subarray(from, Math.min(to, from + maxRowsPerChunk)), (row) =>
      getRowView(conversion, row),
    )
  }

  /** Returns a row as displayed and as uploaded, for a preview of its document. */
  getRow(number: number): { view: RowView; sent: RowPayload } {
    const conversion = this.#conversion
    const row = this.#find(number)
    return { view: getRowView(conversion, row), sent: toRowPayload(conversion, row) }
  }

  edit(number: number, key: string, text: string): RowView {
    return this.editRow(number, { [key]: text })
  }

  /** Edits several cells of one row as a single undo step. */
  editRow(number: number, texts: Readonly<Record<string, string>>): RowView {
    const row = this.#find(number)
    this.#change(Object.entries(texts).map(([key, text]) => createTextChange(row, key, text)))
    return getRowView(this.#conversion, row)
  }

  /** Replaces `text` in all cells of field `key` with error `code`; returns the number of changed cells. */
  applyToEqual(key: string, code: string, text: string, replacement: string): number {
    return this.#change(createReplaceChanges(this.#conversion, { key, code }, text, replacement))
  }

  /** Applies the suggested corrections to all cells of field `key` with error `code`; returns the number of changed cells. */
  applySuggestions(key: string, code: string): number {
    return this.#change(createSuggestionChanges(this.#conversion, { key, code }))
  }

  discard(numbers: readonly number[], on = true): void {
    this.#flag(numbers, 'discarded', on)
  }

  /** Discards all rows whose field `key` has error `code`; returns the number of rows. */
  discardGroup(key: string, code: string): number {
    return this.#change(createChangesToDiscardRows(this.#conversion, { key, code }))
  }

  /** Discards all rows whose cells equal the cells of an earlier row; returns the number of rows. */
  discardSame(): number {
    return this.#change(flagRepeatedRows(this.#conversion, 'discarded'))
  }

  /** Confirms suspicious rows (`overview.offered`), so that the user is not asked about them again. */
  confirm(numbers: readonly number[]): void {
    this.#flag(numbers, 'confirmed', true)
  }

  /** Confirms all rows whose cells equal the cells of an earlier row; returns the number of rows. */
  confirmSame(): number {
    return this.#change(flagRepeatedRows(this.#conversion, 'confirmed'))
  }

  /** Accepts rows that have more cells than headers, after the user reviewed the surplus cells. */
  accept(numbers: readonly number[]): void {
    this.#flag(numbers, 'accepted', true)
  }

  /** Undoes the last step; returns the number of changed rows, or 0 if there is nothing to undo. */
  undo(): number {
    return this.#history.undo()
  }

  /** Redoes the last undone step; returns the number of changed rows, or 0 if there is nothing to redo. */
  redo(): number {
    return this.#history.redo()
  }

  /** Adds files that rows can reference; a file replaces an earlier file with the same path. */
  addFiles(files: readonly UploadedFile[]): void {
    this.#changeFiles((table) => table.add(files))
  }

  /** Sets the user's choice for a name that several files share: `path` of the right file. */
  chooseFile(name: string, path: string): void {
    this.#changeFiles((table) => table.choose(name, path))
  }

  /** Returns the file report with list lengths; `getFileProblems` returns the lists themselves. */
  getFileReport(): FileReportCounts {
    this.#files = createFileReport(this.#conversion)
    const { missing, refused, leftOver, ...report } = this.#files
    return { ...report, missing: missing.length, refused: refused.length, leftOver: leftOver.length }
  }

  /** Returns a page of a list of file problems, as computed by the last call of `getFileReport`. */
  getFileProblems(list: FileProblemKind, from: number, to: number): FileProblem[] {
    return this.#files?.[list].slice(from, to) ?? []
  }

  /** Returns the files that rows with a number greater than `after` reference. */
  getNeededFiles(after: number): ReturnType<typeof listNeededFiles> {
    return listNeededFiles(this.#conversion, after)
  }

  /** Returns up to 1,000 rows changed since they were last stored, ready to send. After storing, the caller passes `rows` and `moment` to `markRowsSaved`. */
  getUnsavedRows(): { sent: RowPayload[]; discarded: number[]; rows: number[]; moment: number } {
    const conversion = this.#conversion
    const { rows, moment } = this.#unsavedRows.getFirstChunk()
    const numbers = rows.map((row) => conversion.number(row))
    const sent = rows.filter((row) => !conversion.discarded[row]).map((row) => toRowPayload(conversion, row))
    return { sent, discarded: numbers.filter((_, i) => conversion.discarded[rows[i] as number]), rows: numbers, moment }
  }

  /** Marks rows as stored, as returned by `getUnsavedRows`. Rows changed after `moment` remain unsaved. */
  markRowsSaved(numbers: readonly number[], moment: number): void {
    this.#unsavedRows.remove(
      numbers.map((number) => this.#find(number)),
      moment,
    )
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

  /** Returns the input of `buildErrorWorkbook`. */
  getErrorRows(): { rows: ErrorRow[]; keys: string[] } {
    return listErrorRows(this.#conversion)
  }

  /** Returns the input of `writeResultTable`. */
  getResultTable(outcomes: RowRequestResults): ResultTable {
    const { sheet, header } = this.#source
    return createResultTable(this.#conversion, sheet, header, outcomes)
  }

  #changeFiles(change: (table: RowReader['files']) => void): void {
    const conversion = this.#conversion
    for (const row of revalidateAfterFileChange(conversion, () => change(conversion.reader.files)))
      this.#unsavedRows.add(row)
  }

  #find(number: number): number {
    const row = this.#conversion.find(number)
    if (row < 0) throw new RangeError(`row ${number}`)
    return row
  }

  #change(changes: readonly RowChange[]): number {
    this.#history.do(changes)
    return changes.length
  }

  #flag(numbers: readonly number[], flag: 'discarded' | 'accepted' | 'confirmed', on: boolean): void {
    this.#change(numbers.map((number): RowChange => ({ row: this.#find(number), flag, on })))
  }
}
