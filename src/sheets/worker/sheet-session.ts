import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type ColumnMapping, createHeaderMatcher } from '../../domain/batches/column-matching.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { RecordMatch } from '../../domain/lists/list-output.ts'
import type { PrefillSources } from '../../domain/requests/prefill.ts'
import { FileReadError } from '../files/file-read-error.ts'
import { createHeaderRow, findHeaderRow, getFirstDataRowIndex, noHeaderRow } from '../files/header-row.ts'
import { readWorkbook } from '../files/read-workbook.ts'
import type { WorkbookOrigin } from '../files/row-stamp.ts'
import type { ProgressCallback, Workbook, WorkbookReadOptions } from '../files/workbook.ts'
import { analyzeColumns } from '../reading/analyze-columns.ts'
import type { ColumnsAnalysis, QuestionAnswers } from '../reading/column-question.ts'
import type { DefaultFieldTexts } from '../reading/column-sources.ts'
import {
  type ListRecordCache,
  ListRecordJoiner,
  type ListRowLookup,
  type NamedListJoin,
} from '../reading/list-joiner.ts'
import { RowReader } from '../reading/row-reader.ts'
import { type SheetSummary, summarizeSheet, summarizeWorkbook, type WorkbookSummary } from '../reading/sheet-summary.ts'
import type { ConversionOverview } from '../validation/conversion-overview.ts'
import type { RequestStatusByRow } from '../validation/row-payload.ts'
import { SheetConversion, type StoredRowData } from '../validation/sheet-conversion.ts'
import type { StoredBatchRow } from '../validation/stored-rows.ts'
import { buildStoredRowSheet, type StoredRowSheet } from '../validation/stored-sheet.ts'
import type { ExportFileType } from '../writing/result-table.ts'
import { ConvertedSheet, type SheetSessionContext, type SheetWithHeader } from './converted-sheet.ts'

export interface SheetSelection {
  sheet: number
  /** Header row chosen by the user; replaces the detected one. */
  header?: { index: number; span: 1 | 2 }
  /** Field key by normalized header, chosen by the user for an earlier file; an empty key means no field. */
  remembered?: Readonly<Record<string, string>>
}

interface SheetConversionRequest {
  mapping: ColumnMapping
  answers?: QuestionAnswers
  fills?: DefaultFieldTexts
  /** Sources of default values for required fields, as on the server. If undefined, no defaults are filled in. */
  sources?: PrefillSources | undefined
  includeHidden?: boolean
  keepBlank?: boolean
  /** Stored data of batch rows that cells cannot represent, by row number. */
  held?: ReadonlyMap<number, StoredRowData>
  files?: StoredRowSheet['files']
}

interface OpenedFile {
  readonly bytes: Uint8Array
  readonly name: string
  /** SHA-256 in hex. Not computed by `crypto.subtle`, which browsers lack on plain HTTP outside localhost. */
  readonly hash: string
  readonly book: Workbook
}

/** Import of one file in the worker. Its results are small, whatever the file size. */
export class SheetSession {
  readonly #context: SheetSessionContext
  /** File that is open; `null` if batch rows are open. */
  #file: OpenedFile | null = null
  #source: SheetWithHeader | null = null
  /** Last analysis of the columns, with its arguments as JSON. */
  #analysis: { of: string; result: ColumnsAnalysis } | null = null
  /** Converted rows. They remain available while the user chooses another sheet. */
  #rows: ConvertedSheet | null = null
  #joining: ListRecordJoiner | undefined
  readonly #records: ListRecordCache = new Map()
  #collected: (readonly string[])[] = []

  constructor(fields: readonly Field[], context: ValidationContext, onProgress: ProgressCallback = () => {}) {
    this.#context = { fields, context, onProgress }
  }

  async open(
    bytes: Uint8Array,
    name: string,
    options: Omit<WorkbookReadOptions, 'fields'> = {},
  ): Promise<WorkbookSummary> {
    const { fields, onProgress } = this.#context
    const book = await readWorkbook(bytes, name, { ...options, fields }, onProgress)
    const hash = this.#file?.bytes === bytes ? this.#file.hash : bytesToHex(sha256(bytes))
    this.#file = { bytes, name, hash, book }
    this.#select(null)
    this.#rows = null
    return summarizeWorkbook(book, fields, hash)
  }

  /** Reads the same CSV again with another encoding or delimiter, or with repaired mojibake. */
  reopen(options: Omit<WorkbookReadOptions, 'fields'>): Promise<WorkbookSummary> {
    const { bytes, name } = requirePhase(this.#file)
    return this.open(bytes, name, options)
  }

  chooseSheet({ sheet: number, header, remembered }: SheetSelection): SheetSummary {
    const { fields } = this.#context
    const sheet = requirePhase(this.#file?.book.sheets[number])
    if (sheet.problem) throw new FileReadError(sheet.problem)
    if (sheet.count === 0) throw new FileReadError('file.noRows')
    const chosen = header
      ? createHeaderRow(sheet, header.index, header.span)
      : findHeaderRow(sheet, createHeaderMatcher(fields))
    const summary = summarizeSheet(sheet, number, chosen, fields, remembered)
    if (getFirstDataRowIndex(chosen) >= sheet.count) throw new FileReadError('file.headersOnly')
    this.#select({ sheet, header: chosen, rowColumn: summary.rowColumn })
    return summary
  }

  analyzeColumns(mapping: ColumnMapping, answers: QuestionAnswers = {}): ColumnsAnalysis {
    const { fields, context } = this.#context
    const { sheet, header } = requirePhase(this.#source)
    const of = JSON.stringify([mapping, answers])
    if (this.#analysis?.of !== of)
      this.#analysis = {
        of,
        result: analyzeColumns(sheet, getFirstDataRowIndex(header), mapping, fields, context, answers),
      }
    return this.#analysis.result
  }

  /** Sets the lists that fill empty cells. Returns the record keys to load before `convert`. */
  setListJoins(
    joins: readonly NamedListJoin[],
    mapping: ColumnMapping,
    answers: QuestionAnswers = {},
  ): ListRowLookup[] {
    const { fields, context } = this.#context
    this.#joining = joins.length > 0 ? new ListRecordJoiner(joins, fields, context, this.#records) : undefined
    if (this.#joining) this.#requestRecords(this.#joining, this.#createReader(mapping, answers))
    return this.getMissingRecordKeys()
  }

  /** Returns the keys of list records that rows reference and that no earlier call requested. */
  getMissingRecordKeys(): ListRowLookup[] {
    return this.#joining?.wanted ?? []
  }

  /** Stores the list records found for the requested keys (`wanted`). Once no key is missing, validates the waiting rows. */
  addListRecords(wanted: ListRowLookup, found: readonly RecordMatch[]): void {
    this.#joining?.addRecords(wanted, found)
    if (this.getMissingRecordKeys().length === 0) this.#rows?.validateWaitingRows()
  }

  /** Parses and validates all rows. Discards corrections of an earlier conversion. */
  convert(choice: SheetConversionRequest): ConversionOverview {
    const { mapping, answers, fills = {}, sources, includeHidden = false, keepBlank = false, held, files = [] } = choice
    const keys = Object.values(mapping)
    if (new Set(keys).size < keys.length) throw new Error('two columns fill one field')
    const source = requirePhase(this.#source)
    const reader = this.#createReader(mapping, answers, { joining: this.#joining, fills, sources })
    for (const { place, key, files: kept } of files) reader.files.addStoredFiles(place, key, kept)
    const conversion = new SheetConversion(reader, {
      start: getFirstDataRowIndex(source.header),
      includeHidden,
      keepBlank,
      onProgress: this.#context.onProgress,
      held,
      rowColumn: source.rowColumn,
    })
    this.#rows = new ConvertedSheet(this.#context, source, conversion)
    return this.#rows.getOverview()
  }

  /** Opens stored batch rows for correction, like rows of a file. Returns the column keys in the order of the format's fields. */
  openRows(
    batchRows: readonly StoredBatchRow[],
    joins: readonly NamedListJoin[] = [],
  ): { overview: ConversionOverview; keys: string[] } {
    const { sheet, keys, rows, answers, held, files } = buildStoredRowSheet(batchRows, this.#context.fields)
    this.#file = null
    this.#select({ sheet, header: noHeaderRow })
    const mapping = Object.fromEntries(keys.map((key, column) => [column, key]))
    this.setListJoins(joins, mapping, answers)
    this.convert({ mapping, answers, keepBlank: true, held, files })
    this.rows.addServerErrors(rows.map(({ row, errors }) => ({ row, errors: omitListErrors(errors, joins) })))
    return { overview: this.rows.getOverview(), keys }
  }

  /** Writes a workbook with only the invalid rows. The user corrects the workbook and opens it again (`compareErrorWorkbook`). */
  async writeErrorWorkbook(origin: WorkbookOrigin): Promise<Uint8Array<ArrayBuffer>> {
    // Loads the code that writes files on first use.
    const { buildErrorWorkbook } = await import('../writing/error-workbook.ts')
    const { rows, keys } = this.rows.getErrorRows()
    return buildErrorWorkbook(rows, keys, this.#context.fields, origin)
  }

  async writeResultFile(kind: ExportFileType, name: string, outcomes: RequestStatusByRow): Promise<Blob> {
    const { writeResultTable } = await import('../writing/result-table.ts')
    return writeResultTable(kind, name, this.rows.getResultTable(outcomes))
  }

  /** Collects rows for `writeCollectedRows`. The caller sends them in chunks, because copying rows to the worker blocks the page. */
  collectRows(rows: readonly (readonly string[])[]): void {
    this.#collected = this.#collected.concat(rows)
  }

  /** Writes the collected rows as a file and clears them. */
  async writeCollectedRows(kind: ExportFileType, name: string, headers: readonly string[]): Promise<Blob> {
    const { writeResultTable } = await import('../writing/result-table.ts')
    const rows = this.#collected
    this.#collected = []
    return writeResultTable(kind, name, { headers, rows })
  }

  get rows(): ConvertedSheet {
    return requirePhase(this.#rows)
  }

  #select(source: SheetWithHeader | null): void {
    this.#source = source
    this.#analysis = null
  }

  #createReader(
    mapping: ColumnMapping,
    answers?: QuestionAnswers,
    filling?: ConstructorParameters<typeof RowReader>[6],
  ): RowReader {
    const { fields, context } = this.#context
    const { sheet, header } = requirePhase(this.#source)
    const { decisions } = this.analyzeColumns(mapping, answers)
    return new RowReader(sheet, getFirstDataRowIndex(header) - 1, mapping, decisions, fields, context, filling)
  }

  #requestRecords(joining: ListRecordJoiner, reader: RowReader): void {
    const { sheet, header } = requirePhase(this.#source)
    for (const join of joining.joins)
      for (let index = getFirstDataRowIndex(header); index < sheet.count; index++) {
        const key = reader.recordKey(index, join)
        if (key !== '') joining.want(join, key)
      }
  }
}

/** Returns a part of the session; throws if the call that creates it is missing. */
function requirePhase<Part>(part: Part | null | undefined): Part {
  if (part === null || part === undefined) throw new Error('the session is not that far')
  return part
}

/** Returns the errors of a stored row without list errors, because joining the lists detects them again. */
function omitListErrors(errors: Readonly<Record<string, string>>, joins: readonly NamedListJoin[]) {
  const left = { ...errors }
  for (const { by, fills } of joins) {
    if (left[by] === 'list.unknown' || left[by] === 'list.several') delete left[by]
    for (const key of fills) if (left[key] === 'required' || left[key] === 'list.mismatch') delete left[key]
  }
  return left
}
