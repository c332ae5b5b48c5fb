import type { GivenFile } from '../../domain/attachments/file-names.ts'
import { maxPortion } from '../../domain/batches/batch.ts'
import { byCell } from '../../domain/batches/wrong-cells.ts'
import type { Origin } from '../files/origin.ts'
import { readFile } from '../files/read-file.ts'
import { ChangeHistory, type RowChange } from '../judging/change-history.ts'
import { discardedGroup, equalCells, suggestedCells, typed } from '../judging/changes.ts'
import type { Conversion } from '../judging/conversion.ts'
import { type CellChange, correctionOf, type Weighed } from '../judging/correction.ts'
import type { Refused } from '../judging/marked.ts'
import { type Overview, overviewOf, type RowFilter, type RowView, rowsOf, viewOf } from '../judging/overview.ts'
import { type OutgoingRows, portionOf, type SentRow, sentRow } from '../judging/payload.ts'
import { type FileLine, type FileReport, fileReport, neededFiles, rejudged } from '../judging/row-files.ts'
import { discardedSame } from '../judging/same-rows.ts'
import { Unkept } from '../judging/unkept.ts'
import { errorRowsOf, type Outcomes, resultsOf } from '../judging/written-rows.ts'
import type { RowReader } from '../reading/row-reader.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { Results } from '../writing/results.ts'
import type { Given, SheetSource } from './sheet-source.ts'

export type FileList = 'missing' | 'refused' | 'leftOver'
/** A report with the length of each list. */
export type FileSummary = Omit<FileReport, FileList> & Record<FileList, number>

/** Rows of one sheet after their conversion: shown, corrected and handed out in chunks. */
export class ConvertedSheet {
  readonly #given: Given
  readonly #source: SheetSource
  readonly #conversion: Conversion
  readonly #history: ChangeHistory
  readonly #unkept = new Unkept()
  /** Rows that `page` shows. */
  #view: Uint32Array = new Uint32Array(0)
  #files: FileReport | null = null

  constructor(given: Given, source: SheetSource, conversion: Conversion) {
    this.#given = given
    this.#source = source
    this.#conversion = conversion
    this.#history = new ChangeHistory(conversion, (row) => this.#unkept.note(row))
  }

  /** Validates the rows again that waited for records of a list. */
  judgeWaiting(): void {
    // A row that its batch stores as wrong, and its list has corrected, has to be stored as right.
    for (const row of this.#conversion.judgeWaiting()) if (!this.#conversion.errors.has(row)) this.#unkept.note(row)
  }

  overview(): Overview {
    const { length, undone } = this.#history
    return { ...overviewOf(this.#conversion), undoable: length, redoable: undone }
  }

  /** Fixes which rows `page` shows, so that none slips away while it is mended; answers how many they are. */
  show(filter: RowFilter): number {
    this.#view = rowsOf(this.#conversion, filter)
    return this.#view.length
  }

  page(from: number, to: number): RowView[] {
    const conversion = this.#conversion
    return Array.from(this.#view.subarray(from, Math.min(to, from + maxPortion)), (row) => viewOf(conversion, row))
  }

  /** One row as it would be sent, for a preview of its document. */
  row(number: number): { view: RowView; sent: SentRow } {
    const conversion = this.#conversion
    const row = this.#find(number)
    return { view: viewOf(conversion, row), sent: sentRow(conversion, row) }
  }

  edit(number: number, key: string, text: string): RowView {
    return this.editRow(number, { [key]: text })
  }

  /** Several cells of one row in one step. */
  editRow(number: number, texts: Readonly<Record<string, string>>): RowView {
    const row = this.#find(number)
    this.#change(Object.entries(texts).map(([key, text]) => typed(row, key, text)))
    return viewOf(this.#conversion, row)
  }

  /** Puts a text into all cells of a field that hold the same text and have the same error; answers how many. */
  applyToEqual(key: string, code: string, text: string, replacement: string): number {
    return this.#change(equalCells(this.#conversion, { key, code }, text, replacement))
  }

  /** Puts into each cell of a group what is suggested for it; answers how many had a suggestion. */
  applySuggestions(key: string, code: string): number {
    return this.#change(suggestedCells(this.#conversion, { key, code }))
  }

  discard(numbers: readonly number[], on = true): void {
    this.#flag(numbers, 'discarded', on)
  }

  /** Discards all rows that have one error; answers how many. */
  discardGroup(key: string, code: string): number {
    return this.#change(discardedGroup(this.#conversion, { key, code }))
  }

  /** Discards all rows that say exactly what one before them says; answers how many. */
  discardSame(): number {
    return this.#change(discardedSame(this.#conversion))
  }

  /** A person looked at rows that had more fields than headers and found the others right. */
  accept(numbers: readonly number[]): void {
    this.#flag(numbers, 'accepted', true)
  }

  /** Takes the last change back; answers how many rows went back, 0 when there is nothing left. */
  undo(): number {
    return this.#history.undo()
  }

  /** Does again what was taken back; answers how many rows changed. */
  redo(): number {
    return this.#history.redo()
  }

  /** Files that rows may name; one at the path of an earlier one takes its place. */
  giveFiles(files: readonly GivenFile[]): void {
    this.#refile((table) => table.give(files))
  }

  /** Which of several files of one name is meant. */
  chooseFile(name: string, path: string): void {
    this.#refile((table) => table.choose(name, path))
  }

  /** What became of the files; its long lists are read with `fileLines`. */
  files(): FileSummary {
    this.#files = fileReport(this.#conversion)
    const { missing, refused, leftOver, ...report } = this.#files
    return { ...report, missing: missing.length, refused: refused.length, leftOver: leftOver.length }
  }

  /** Lines of a list as `files` last found it. */
  fileLines(list: FileList, from: number, to: number): FileLine[] {
    return this.#files?.[list].slice(from, to) ?? []
  }

  /** What has to be at hand for the rows after one of this number. */
  neededFiles(after: number): ReturnType<typeof neededFiles> {
    return neededFiles(this.#conversion, after)
  }

  /** Up to a thousand rows that were changed by hand since they were `kept`, as they would be sent. */
  unkept(): { sent: SentRow[]; discarded: number[]; rows: number[]; moment: number } {
    const conversion = this.#conversion
    const { rows, moment } = this.#unkept.take()
    const numbers = rows.map((row) => conversion.number(row))
    const sent = rows.filter((row) => !conversion.discarded[row]).map((row) => sentRow(conversion, row))
    return { sent, discarded: numbers.filter((_, i) => conversion.discarded[rows[i] as number]), rows: numbers, moment }
  }

  /** Says that what `unkept` answered is stored now. */
  kept(numbers: readonly number[], moment: number): void {
    this.#unkept.forget(
      numbers.map((number) => this.#find(number)),
      moment,
    )
  }

  /** Up to a thousand rows that were not discarded. */
  portion(from: number): OutgoingRows {
    return portionOf(this.#conversion, from)
  }

  /** Marks what the server refused; keys as forms have them (`items.0.cantidad`). */
  refuse(outcomes: readonly { row: number; errors: Readonly<Record<string, string>> }[]): void {
    for (const { row, errors } of outcomes) this.#conversion.refuse(this.#find(row), byCell(errors))
  }

  /** What a corrected error workbook would change here; only `take` changes it. */
  async weigh(bytes: Uint8Array, name: string, origin: Origin): Promise<Weighed | Refused> {
    const book = await readFile(bytes, name, { fields: this.#given.fields }, this.#given.onProgress)
    return correctionOf(this.#conversion, book, origin)
  }

  /** Puts cells of a corrected error workbook into their rows, in one step; one whose row is no longer there is left out. Answers how many. */
  take(cells: readonly CellChange[]): number {
    const conversion = this.#conversion
    const placed = cells.map(({ row, key, after }) => ({ row: conversion.find(row), key, after }))
    const changes = placed.map(({ row, key, after }): RowChange => {
      return key === '*' ? { row, flag: 'accepted', on: true } : { row, key, after }
    })
    return this.#change(changes.filter(({ row }) => row >= 0))
  }

  /** For `errorWorkbook`. */
  errorRows(): { rows: ErrorRow[]; keys: string[] } {
    return errorRowsOf(this.#conversion)
  }

  /** For `resultsFile`. */
  results(outcomes: Outcomes): Results {
    const { sheet, header } = this.#source
    return resultsOf(this.#conversion, sheet, header, outcomes)
  }

  #refile(change: (table: RowReader['files']) => void): void {
    const conversion = this.#conversion
    for (const row of rejudged(conversion, () => change(conversion.reader.files))) this.#unkept.note(row)
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

  #flag(numbers: readonly number[], flag: 'discarded' | 'accepted', on: boolean): void {
    this.#change(numbers.map((number): RowChange => ({ row: this.#find(number), flag, on })))
  }
}
