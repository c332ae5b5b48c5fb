import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Mapping } from '../../domain/batches/columns.ts'
import type { Context, Field } from '../../domain/fields/field.ts'
import type { ListedRecord } from '../../domain/lists/list.ts'
import type { Book, OnProgress, ReadingOptions } from '../files/book.ts'
import { noHeader } from '../files/header.ts'
import { readFile } from '../files/read-file.ts'
import type { Overview } from '../judging/overview.ts'
import type { StoredRow } from '../judging/stored-rows.ts'
import { storedSheet } from '../judging/stored-sheet.ts'
import { type BookSummary, bookSummary } from '../reading/book-summary.ts'
import type { Answers, Understanding } from '../reading/column-question.ts'
import { type KnownRecords, type SheetJoin, SheetJoining, type WantedKeys } from '../reading/joining.ts'
import type { SheetSummary } from '../reading/sheet-summary.ts'
import type { ConvertedSheet } from './converted-sheet.ts'
import { type ConversionChoice, MatchedSheet, matchSheet, type SheetChoice } from './matched-sheet.ts'
import type { Given } from './sheet-source.ts'

interface OpenedFile {
  readonly bytes: Uint8Array
  readonly name: string
  readonly hash: string
  readonly book: Book
}

/** Rows that a batch stores come without a file. Converted rows remain while another sheet is looked at. */
type Phase =
  | { readonly name: 'empty' }
  | { readonly name: 'opened'; readonly file: OpenedFile }
  | { readonly name: 'matched'; readonly file: OpenedFile | null; readonly sheet: MatchedSheet }
  | {
      readonly name: 'converted'
      readonly file: OpenedFile | null
      readonly sheet: MatchedSheet
      readonly rows: ConvertedSheet
    }

/**
 * One file on its way to a batch: opened, a sheet chosen, columns matched, rows converted.
 * Lives in the worker; all its answers are small, whatever the file.
 */
export class SheetSession {
  readonly #given: Given
  #phase: Phase = { name: 'empty' }
  #joining: SheetJoining | undefined
  /** Records of lists, kept while the file is open. */
  readonly #records: KnownRecords = new Map()

  constructor(fields: readonly Field[], context: Context, onProgress: OnProgress = () => {}) {
    this.#given = { fields, context, onProgress }
  }

  async open(bytes: Uint8Array, name: string, options: Omit<ReadingOptions, 'fields'> = {}): Promise<BookSummary> {
    const { fields, onProgress } = this.#given
    const before = 'file' in this.#phase ? this.#phase.file : null
    // Browsers have no `crypto.subtle` on plain http outside localhost.
    const hash = before?.bytes === bytes ? before.hash : bytesToHex(sha256(bytes))
    const book = await readFile(bytes, name, { ...options, fields }, onProgress)
    this.#phase = { name: 'opened', file: { bytes, name, hash, book } }
    return bookSummary(book, fields, hash)
  }

  /** Reads the same csv with another encoding or delimiter, or with its broken letters repaired. */
  reopen(options: Omit<ReadingOptions, 'fields'>): Promise<BookSummary> {
    const { bytes, name } = this.#file
    return this.open(bytes, name, options)
  }

  chooseSheet(choice: SheetChoice): SheetSummary {
    const file = this.#file
    const sheet = file.book.sheets[choice.sheet]
    if (!sheet) throw tooEarly()
    const { matched, summary } = matchSheet(this.#given, sheet, choice)
    this.#match(file, matched)
    return summary
  }

  understand(mapping: Mapping, answers: Answers = {}): Understanding {
    return this.#sheet.understand(mapping, answers)
  }

  /** Lets lists fill empty cells; returns the keys whose records `learn` has to receive before the rows are converted. */
  join(joins: readonly SheetJoin[], mapping: Mapping, answers: Answers = {}): WantedKeys[] {
    const { fields, context } = this.#given
    this.#joining = joins.length > 0 ? new SheetJoining(joins, fields, context, this.#records) : undefined
    if (this.#joining) this.#sheet.want(this.#joining, joins, mapping, answers)
    return this.wanted()
  }

  /** Keys that rows name and whose records were not requested yet. */
  wanted(): WantedKeys[] {
    return this.#joining?.wanted ?? []
  }

  /** Receives all records that a list has of these keys; rows that wait for them are validated once nothing more is wanted. */
  learn(wanted: WantedKeys, found: readonly ListedRecord[]): void {
    this.#joining?.learn(wanted, found)
    if (this.#phase.name === 'converted' && this.wanted().length === 0) this.#phase.rows.judgeWaiting()
  }

  /** Reads and validates all rows; corrections of an earlier conversion are lost. */
  convert(choice: ConversionChoice): Overview {
    const sheet = this.#sheet
    const rows = sheet.convert(choice, this.#joining)
    const file = 'file' in this.#phase ? this.#phase.file : null
    this.#phase = { name: 'converted', file, sheet, rows }
    return rows.overview()
  }

  /** Opens rows that a batch stores, to be corrected like those of a file; `keys` are their columns, in order. */
  openRows(stored: readonly StoredRow[], joins: readonly SheetJoin[] = []): { overview: Overview; keys: string[] } {
    const { sheet, keys, rows, answers, held, files } = storedSheet(stored, this.#given.fields)
    this.#match(null, new MatchedSheet(this.#given, { sheet, header: noHeader }))
    const mapping = Object.fromEntries(keys.map((key, column) => [column, key]))
    this.join(joins, mapping, answers)
    this.convert({ mapping, answers, keepBlank: true, held, files })
    this.rows.refuse(rows.map(({ row, errors }) => ({ row, errors: besideLists(errors, joins) })))
    return { overview: this.rows.overview(), keys }
  }

  /** Converted rows. */
  get rows(): ConvertedSheet {
    if (this.#phase.name !== 'converted') throw tooEarly()
    return this.#phase.rows
  }

  get #file(): OpenedFile {
    const file = 'file' in this.#phase ? this.#phase.file : null
    if (!file) throw tooEarly()
    return file
  }

  get #sheet(): MatchedSheet {
    if (!('sheet' in this.#phase)) throw tooEarly()
    return this.#phase.sheet
  }

  #match(file: OpenedFile | null, sheet: MatchedSheet): void {
    const rows = this.#phase.name === 'converted' ? this.#phase.rows : null
    this.#phase = rows ? { name: 'converted', file, sheet, rows } : { name: 'matched', file, sheet }
  }
}

const tooEarly = () => new Error('the session is not that far')

/** Returns the errors of a stored row except those that its lists report, because these are found again. */
function besideLists(errors: Readonly<Record<string, string>>, joins: readonly SheetJoin[]) {
  const left = { ...errors }
  for (const { by, fills } of joins) {
    if (left[by] === 'list.unknown' || left[by] === 'list.several') delete left[by]
    for (const key of fills) if (left[key] === 'required' || left[key] === 'list.unlike') delete left[key]
  }
  return left
}
