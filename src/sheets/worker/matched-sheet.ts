import { type ColumnMapping, createHeaderMatcher } from '../../domain/batches/column-matching.ts'
import type { PrefillSources } from '../../domain/requests/prefill.ts'
import { FileReadError } from '../files/file-read-error.ts'
import { createHeaderRow, findHeaderRow, getFirstDataRowIndex } from '../files/header-row.ts'
import type { Sheet } from '../files/sheet.ts'
import { analyzeColumns } from '../reading/analyze-columns.ts'
import type { ColumnsAnalysis, QuestionAnswers } from '../reading/column-question.ts'
import type { DefaultFieldTexts } from '../reading/column-sources.ts'
import type { ListJoinDetails, ListRecordJoiner } from '../reading/list-joiner.ts'
import { RowReader } from '../reading/row-reader.ts'
import { type SheetSummary, summarizeSheet } from '../reading/sheet-summary.ts'
import { SheetConversion, type StoredRowData } from '../validation/sheet-conversion.ts'
import type { StoredRowSheet } from '../validation/stored-sheet.ts'
import { ConvertedSheet, type SheetSessionContext, type SheetWithHeader } from './converted-sheet.ts'

export interface SheetSelection {
  sheet: number
  /** Header row chosen by the user; replaces the detected one. */
  header?: { index: number; span: 1 | 2 }
  /** Field key by normalized header, chosen by the user for an earlier file; an empty key means no field. */
  remembered?: Readonly<Record<string, string>>
}

export interface SheetConversionRequest {
  mapping: ColumnMapping
  answers?: QuestionAnswers
  /** Texts for fields without a column, equal in all rows, by field key. */
  fills?: DefaultFieldTexts
  /** Sources of default values for required fields, as on the server. If undefined, no defaults are filled in. */
  sources?: PrefillSources | undefined
  includeHidden?: boolean
  keepBlank?: boolean
  /** Stored data of batch rows that cells cannot represent, by row number. */
  held?: ReadonlyMap<number, StoredRowData>
  /** Files on the server that belong to cells of batch rows. */
  files?: StoredRowSheet['files']
}

export function matchSheetColumns(
  context: SheetSessionContext,
  sheet: Sheet,
  { sheet: number, header, remembered }: SheetSelection,
) {
  if (sheet.problem) throw new FileReadError(sheet.problem)
  if (sheet.count === 0) throw new FileReadError('file.noRows')
  const chosen = header
    ? createHeaderRow(sheet, header.index, header.span)
    : findHeaderRow(sheet, createHeaderMatcher(context.fields))
  const summary: SheetSummary = summarizeSheet(sheet, number, chosen, context.fields, remembered)
  if (getFirstDataRowIndex(chosen) >= sheet.count) throw new FileReadError('file.headersOnly')
  return { matched: new MatchedSheet(context, { sheet, header: chosen, rowColumn: summary.rowColumn }), summary }
}

/** Sheet with a known header row. Determines how to read its columns and converts its rows. */
export class MatchedSheet {
  readonly #given: SheetSessionContext
  readonly #source: SheetWithHeader
  readonly #start: number
  /** Last analysis, with its arguments as JSON. */
  #analysis: { of: string; result: ColumnsAnalysis } | undefined

  constructor(context: SheetSessionContext, source: SheetWithHeader) {
    this.#given = context
    this.#source = source
    this.#start = getFirstDataRowIndex(source.header)
  }

  understand(mapping: ColumnMapping, answers: QuestionAnswers = {}): ColumnsAnalysis {
    const { fields, context } = this.#given
    const of = JSON.stringify([mapping, answers])
    if (this.#analysis?.of !== of)
      this.#analysis = {
        of,
        result: analyzeColumns(this.#source.sheet, this.#start, mapping, fields, context, answers),
      }
    return this.#analysis.result
  }

  /** Adds the list keys that rows reference to the keys that `joining` requests. */
  want(
    joining: ListRecordJoiner,
    joins: readonly ListJoinDetails[],
    mapping: ColumnMapping,
    answers?: QuestionAnswers,
  ): void {
    const reader = this.#reader(mapping, answers)
    for (const join of joins)
      for (let index = this.#start; index < this.#source.sheet.count; index++) {
        const key = reader.recordKey(index, join)
        if (key !== '') joining.want(join, key)
      }
  }

  convert(choice: SheetConversionRequest, joining: ListRecordJoiner | undefined): ConvertedSheet {
    const { mapping, answers, fills = {}, sources, includeHidden = false, keepBlank = false, held, files = [] } = choice
    const keys = Object.values(mapping)
    if (new Set(keys).size < keys.length) throw new Error('two columns fill one field')
    const reader = this.#reader(mapping, answers, { joining, fills, sources })
    for (const { place, key, files: kept } of files) reader.files.addStoredFiles(place, key, kept)
    const { rowColumn } = this.#source
    const conversion = new SheetConversion(reader, {
      start: this.#start,
      includeHidden,
      keepBlank,
      onProgress: this.#given.onProgress,
      ...(held && { held }),
      ...(rowColumn !== undefined && { rowColumn }),
    })
    return new ConvertedSheet(this.#given, this.#source, conversion)
  }

  #reader(
    mapping: ColumnMapping,
    answers?: QuestionAnswers,
    filling?: ConstructorParameters<typeof RowReader>[6],
  ): RowReader {
    const { fields, context } = this.#given
    const { decisions } = this.understand(mapping, answers)
    return new RowReader(this.#source.sheet, this.#start - 1, mapping, decisions, fields, context, filling)
  }
}
