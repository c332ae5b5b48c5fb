import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { GivenFile } from '../../domain/attachments/file-names.ts'
import { maxPortion } from '../../domain/batches/batch.ts'
import { headerMatcher, type Mapping } from '../../domain/batches/columns.ts'
import { byCell } from '../../domain/batches/wrong-cells.ts'
import type { Context, Field } from '../../domain/fields/field.ts'
import type { ListedRecord } from '../../domain/lists/list.ts'
import type { SourceTexts } from '../../domain/requests/prefill.ts'
import type { Book, OnProgress, ReadingOptions } from '../files/book.ts'
import { dataStart, findHeader, headerAt, noHeader, type SheetHeader } from '../files/header.ts'
import type { Origin } from '../files/origin.ts'
import { readFile } from '../files/read-file.ts'
import { ReadingError } from '../files/reading-error.ts'
import type { Sheet } from '../files/sheet.ts'
import { ChangeHistory, type RowChange } from '../judging/change-history.ts'
import { discardedGroup, equalCells, suggestedCells, typed } from '../judging/changes.ts'
import { Conversion, type HeldRow } from '../judging/conversion.ts'
import { type CellChange, correctionOf, type Weighed } from '../judging/correction.ts'
import type { Refused } from '../judging/marked.ts'
import { type Overview, overviewOf, type RowFilter, type RowView, rowsOf, viewOf } from '../judging/overview.ts'
import { type OutgoingRows, portionOf, type SentRow, sentRow } from '../judging/payload.ts'
import { type FileLine, type FileReport, fileReport, neededFiles, rejudged } from '../judging/row-files.ts'
import { discardedSame } from '../judging/same-rows.ts'
import type { StoredRow } from '../judging/stored-rows.ts'
import { type StoredSheet, storedSheet } from '../judging/stored-sheet.ts'
import { Unkept } from '../judging/unkept.ts'
import { errorRowsOf, type Outcomes, resultsOf } from '../judging/written-rows.ts'
import { type BookSummary, bookSummary } from '../reading/book-summary.ts'
import type { Answers, Understanding } from '../reading/column-question.ts'
import { type KnownRecords, type SheetJoin, SheetJoining, type WantedKeys } from '../reading/joining.ts'
import { RowReader } from '../reading/row-reader.ts'
import { type SheetSummary, sheetSummary } from '../reading/sheet-summary.ts'
import type { Fills } from '../reading/sources.ts'
import { understandColumns } from '../reading/understand.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { Results } from '../writing/results.ts'

export interface SheetChoice {
  sheet: number
  /** Another row of headers than the one found. */
  header?: { index: number; span: 1 | 2 }
  /** Folded header → key, as a person chose it for an earlier file; an empty key for none. */
  remembered?: Readonly<Record<string, string>>
}

export interface ConversionChoice {
  mapping: Mapping
  answers?: Answers
  /** Value of each field without a column, equal in all rows. */
  fills?: Fills
  /** Values that required fields begin with if a row lacks them, as on the server; without them nothing is filled in. */
  sources?: SourceTexts | undefined
  includeHidden?: boolean
  keepBlank?: boolean
  /** By the number of a row: what is kept of it beside what the sheet says. */
  held?: ReadonlyMap<number, HeldRow>
  /** Which files rows have already. */
  files?: StoredSheet['files']
}

export type FileList = 'missing' | 'refused' | 'leftOver'
/** A report with how many lines its lists have. */
export type FileSummary = Omit<FileReport, FileList> & Record<FileList, number>

/**
 * One file on its way to a batch: opened, a sheet chosen, columns matched, rows converted, mended and handed out in portions.
 * Lives in the worker; everything it answers is small, whatever the file.
 */
export class SheetSession {
  readonly #fields: readonly Field[]
  readonly #context: Context
  readonly #onProgress: OnProgress
  #file: { bytes: Uint8Array; name: string; hash: string } | null = null
  #book: Book | null = null
  #chosen: { sheet: Sheet; header: SheetHeader; rowColumn?: number } | null = null
  #conversion: Conversion | null = null
  #history: ChangeHistory | null = null
  #unkept = new Unkept()
  #joining: SheetJoining | undefined
  /** Kept while the file is open, whatever else is decided of it. */
  readonly #records: KnownRecords = new Map()
  #view: Uint32Array = new Uint32Array(0)
  #files: FileReport | null = null

  constructor(fields: readonly Field[], context: Context, onProgress: OnProgress = () => {}) {
    this.#fields = fields
    this.#context = context
    this.#onProgress = onProgress
  }

  async open(bytes: Uint8Array, name: string, options: Omit<ReadingOptions, 'fields'> = {}): Promise<BookSummary> {
    // Browsers have no `crypto.subtle` on plain http outside localhost.
    const hash = this.#file?.bytes === bytes ? this.#file.hash : bytesToHex(sha256(bytes))
    this.#book = await readFile(bytes, name, { ...options, fields: this.#fields }, this.#onProgress)
    this.#file = { bytes, name, hash }
    this.#chosen = null
    this.#conversion = null
    return bookSummary(this.#book, this.#fields, hash)
  }

  /** The same csv with another encoding or delimiter, or with its broken letters put right. */
  reopen(options: Omit<ReadingOptions, 'fields'>): Promise<BookSummary> {
    const { bytes, name } = must(this.#file)
    return this.open(bytes, name, options)
  }

  chooseSheet({ sheet: number, header, remembered }: SheetChoice): SheetSummary {
    const sheet = must(must(this.#book).sheets[number])
    if (sheet.problem) throw new ReadingError(sheet.problem)
    if (sheet.count === 0) throw new ReadingError('file.noRows')
    const chosen = header ? headerAt(sheet, header.index, header.span) : findHeader(sheet, headerMatcher(this.#fields))
    const summary = sheetSummary(sheet, number, chosen, this.#fields, remembered)
    if (dataStart(chosen) >= sheet.count) throw new ReadingError('file.headersOnly')
    this.#chosen = { sheet, header: chosen }
    if (summary.rowColumn !== undefined) this.#chosen.rowColumn = summary.rowColumn
    return summary
  }

  understand(mapping: Mapping, answers: Answers = {}): Understanding {
    const { sheet, header } = must(this.#chosen)
    return understandColumns(sheet, dataStart(header), mapping, this.#fields, this.#context, answers)
  }

  /** Lists fill what the rows leave empty; answers the keys whose records are to be `learn`ed before the rows are read. */
  join(joins: readonly SheetJoin[], mapping: Mapping, answers: Answers = {}): WantedKeys[] {
    this.#joining = joins.length > 0 ? new SheetJoining(joins, this.#fields, this.#context, this.#records) : undefined
    const { sheet, header } = must(this.#chosen)
    const start = dataStart(header)
    const { decisions } = this.understand(mapping, answers)
    const reader = new RowReader(sheet, start - 1, mapping, decisions, this.#fields, this.#context)
    for (const join of joins)
      for (let index = start; index < sheet.count; index++) {
        const key = reader.recordKey(index, join)
        if (key !== '') this.#joining?.want(join, key)
      }
    return this.wanted()
  }

  /** Keys that rows name since, and whose records nobody asked for. */
  wanted(): WantedKeys[] {
    return this.#joining?.wanted ?? []
  }

  /** These are all records that a list has of these keys; what waits for them is judged again once nothing more is wanted. */
  learn(wanted: WantedKeys, found: readonly ListedRecord[]): void {
    this.#joining?.learn(wanted, found)
    if (!this.#conversion || this.wanted().length > 0) return
    const conversion = this.#conversion
    // What a batch keeps as wrong, and its list has mended, is kept as right.
    for (const row of conversion.judgeWaiting()) if (!conversion.errors.has(row)) this.#unkept.note(row)
  }

  /** Reads and judges all rows; what a person had changed in an earlier conversion starts anew. */
  convert({
    mapping,
    answers = {},
    fills = {},
    sources,
    includeHidden = false,
    keepBlank = false,
    held,
    files = [],
  }: ConversionChoice): Overview {
    const { sheet, header, rowColumn } = must(this.#chosen)
    const keys = Object.values(mapping)
    if (new Set(keys).size < keys.length) throw new Error('two columns fill one field')
    const { decisions } = this.understand(mapping, answers)
    const start = dataStart(header)
    const reader = new RowReader(sheet, start - 1, mapping, decisions, this.#fields, this.#context, {
      joining: this.#joining,
      fills,
      sources,
    })
    for (const { place, key, files: kept } of files) reader.files.hold(place, key, kept)
    const options = { start, includeHidden, keepBlank, onProgress: this.#onProgress, ...(held && { held }) }
    this.#conversion = new Conversion(reader, rowColumn === undefined ? options : { ...options, rowColumn })
    const unkept = new Unkept()
    this.#unkept = unkept
    this.#history = new ChangeHistory(this.#conversion, (row) => unkept.note(row))
    return this.overview()
  }

  /** Rows that a batch keeps, to be mended as those of a file; `keys` are their columns, in order. */
  openRows(stored: readonly StoredRow[], joins: readonly SheetJoin[] = []): { overview: Overview; keys: string[] } {
    const { sheet, keys, rows, answers, held, files } = storedSheet(stored, this.#fields)
    this.#chosen = { sheet, header: noHeader }
    const mapping = Object.fromEntries(keys.map((key, column) => [column, key]))
    this.join(joins, mapping, answers)
    this.convert({ mapping, answers, keepBlank: true, held, files })
    this.refuse(rows.map(({ row, errors }) => ({ row, errors: besideLists(errors, joins) })))
    return { overview: this.overview(), keys }
  }

  overview(): Overview {
    const { length, undone } = must(this.#history)
    return { ...overviewOf(must(this.#conversion)), undoable: length, redoable: undone }
  }

  /** Fixes which rows `page` shows, so that none slips away while it is mended; answers how many they are. */
  show(filter: RowFilter): number {
    this.#view = rowsOf(must(this.#conversion), filter)
    return this.#view.length
  }

  page(from: number, to: number): RowView[] {
    const conversion = must(this.#conversion)
    return Array.from(this.#view.subarray(from, Math.min(to, from + maxPortion)), (row) => viewOf(conversion, row))
  }

  /** One row as it would be sent, for a preview of its document. */
  row(number: number): { view: RowView; sent: SentRow } {
    const conversion = must(this.#conversion)
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
    return viewOf(must(this.#conversion), row)
  }

  /** Puts a text into all cells of a field that hold the same text and have the same error; answers how many. */
  applyToEqual(key: string, code: string, text: string, replacement: string): number {
    return this.#change(equalCells(must(this.#conversion), { key, code }, text, replacement))
  }

  /** Puts into each cell of a group what is suggested for it; answers how many had a suggestion. */
  applySuggestions(key: string, code: string): number {
    return this.#change(suggestedCells(must(this.#conversion), { key, code }))
  }

  discard(numbers: readonly number[], on = true): void {
    this.#flag(numbers, 'discarded', on)
  }

  /** Discards all rows that have one error; answers how many. */
  discardGroup(key: string, code: string): number {
    return this.#change(discardedGroup(must(this.#conversion), { key, code }))
  }

  /** Discards all rows that say exactly what one before them says; answers how many. */
  discardSame(): number {
    return this.#change(discardedSame(must(this.#conversion)))
  }

  /** A person looked at rows that had more fields than headers and found the others right. */
  accept(numbers: readonly number[]): void {
    this.#flag(numbers, 'accepted', true)
  }

  /** Takes the last change back; answers how many rows went back, 0 when there is nothing left. */
  undo(): number {
    return must(this.#history).undo()
  }

  /** Does again what was taken back; answers how many rows changed. */
  redo(): number {
    return must(this.#history).redo()
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
    this.#files = fileReport(must(this.#conversion))
    const { missing, refused, leftOver, ...report } = this.#files
    return { ...report, missing: missing.length, refused: refused.length, leftOver: leftOver.length }
  }

  /** Lines of a list as `files` last found it. */
  fileLines(list: FileList, from: number, to: number): FileLine[] {
    return this.#files?.[list].slice(from, to) ?? []
  }

  /** What has to be at hand for the rows after one of this number. */
  neededFiles(after: number): ReturnType<typeof neededFiles> {
    return neededFiles(must(this.#conversion), after)
  }

  /** Up to a thousand rows that were changed by hand since they were `kept`, as they would be sent. */
  unkept(): { sent: SentRow[]; discarded: number[]; rows: number[]; moment: number } {
    const conversion = must(this.#conversion)
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
    return portionOf(must(this.#conversion), from)
  }

  /** Marks what the server refused; keys as forms have them (`items.0.cantidad`). */
  refuse(outcomes: readonly { row: number; errors: Readonly<Record<string, string>> }[]): void {
    for (const { row, errors } of outcomes) must(this.#conversion).refuse(this.#find(row), byCell(errors))
  }

  /** What a corrected error workbook would change here; only `take` changes it. */
  async weigh(bytes: Uint8Array, name: string, origin: Origin): Promise<Weighed | Refused> {
    const book = await readFile(bytes, name, { fields: this.#fields }, this.#onProgress)
    return correctionOf(must(this.#conversion), book, origin)
  }

  /** Puts cells of a corrected error workbook into their rows, in one step; one whose row is no longer there is left out. Answers how many. */
  take(cells: readonly CellChange[]): number {
    const conversion = must(this.#conversion)
    const placed = cells.map(({ row, key, after }) => ({ row: conversion.find(row), key, after }))
    const changes = placed.map(({ row, key, after }): RowChange => {
      return key === '*' ? { row, flag: 'accepted', on: true } : { row, key, after }
    })
    return this.#change(changes.filter(({ row }) => row >= 0))
  }

  /** For `errorWorkbook`. */
  errorRows(): { rows: ErrorRow[]; keys: string[] } {
    return errorRowsOf(must(this.#conversion))
  }

  /** For `resultsFile`. */
  results(outcomes: Outcomes): Results {
    const { sheet, header } = must(this.#chosen)
    return resultsOf(must(this.#conversion), sheet, header, outcomes)
  }

  #refile(change: (table: RowReader['files']) => void): void {
    const conversion = must(this.#conversion)
    for (const row of rejudged(conversion, () => change(conversion.reader.files))) this.#unkept.note(row)
  }

  #find(number: number): number {
    const row = must(this.#conversion).find(number)
    if (row < 0) throw new RangeError(`row ${number}`)
    return row
  }

  #change(changes: readonly RowChange[]): number {
    must(this.#history).do(changes)
    return changes.length
  }

  #flag(numbers: readonly number[], flag: 'discarded' | 'accepted', on: boolean): void {
    this.#change(numbers.map((number): RowChange => ({ row: this.#find(number), flag, on })))
  }
}

/** What the lists themselves say of a row is found anew. */
function besideLists(errors: Readonly<Record<string, string>>, joins: readonly SheetJoin[]) {
  const left = { ...errors }
  for (const { by, fills } of joins) {
    if (left[by] === 'list.unknown' || left[by] === 'list.several') delete left[by]
    for (const key of fills) if (left[key] === 'required' || left[key] === 'list.unlike') delete left[key]
  }
  return left
}

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the session is not that far')
  return value
}
