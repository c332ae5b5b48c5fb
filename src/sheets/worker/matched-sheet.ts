import { headerMatcher, type Mapping } from '../../domain/batches/columns.ts'
import type { PrefillSources } from '../../domain/requests/prefill.ts'
import { dataStart, findHeader, headerAt } from '../files/header.ts'
import { ReadingError } from '../files/reading-error.ts'
import type { Sheet } from '../files/sheet.ts'
import { Conversion, type HeldRow } from '../judging/conversion.ts'
import type { StoredSheet } from '../judging/stored-sheet.ts'
import type { Answers, Understanding } from '../reading/column-question.ts'
import type { SheetJoin, SheetJoining } from '../reading/joining.ts'
import { RowReader } from '../reading/row-reader.ts'
import { type SheetSummary, sheetSummary } from '../reading/sheet-summary.ts'
import type { Fills } from '../reading/sources.ts'
import { understandColumns } from '../reading/understand.ts'
import { ConvertedSheet } from './converted-sheet.ts'
import type { Given, SheetSource } from './sheet-source.ts'

export interface SheetChoice {
  sheet: number
  /** Header row chosen by the user; replaces the detected one. */
  header?: { index: number; span: 1 | 2 }
  /** Field key by normalized header, chosen by the user for an earlier file; an empty key means no field. */
  remembered?: Readonly<Record<string, string>>
}

export interface ConversionChoice {
  mapping: Mapping
  answers?: Answers
  /** Texts for fields without a column, equal in all rows, by field key. */
  fills?: Fills
  /** Default values of required fields, as on the server. If undefined, no defaults are filled in. */
  sources?: PrefillSources | undefined
  includeHidden?: boolean
  keepBlank?: boolean
  /** Stored row data that cells cannot represent, by row number. */
  held?: ReadonlyMap<number, HeldRow>
  /** Files that rows already have on the server. */
  files?: StoredSheet['files']
}

/** Finds the header of a sheet and matches its columns with the fields. */
export function matchSheet(given: Given, sheet: Sheet, { sheet: number, header, remembered }: SheetChoice) {
  if (sheet.problem) throw new ReadingError(sheet.problem)
  if (sheet.count === 0) throw new ReadingError('file.noRows')
  const chosen = header ? headerAt(sheet, header.index, header.span) : findHeader(sheet, headerMatcher(given.fields))
  const summary: SheetSummary = sheetSummary(sheet, number, chosen, given.fields, remembered)
  if (dataStart(chosen) >= sheet.count) throw new ReadingError('file.headersOnly')
  return { matched: new MatchedSheet(given, { sheet, header: chosen, rowColumn: summary.rowColumn }), summary }
}

/** Sheet with a known header. Determines how to read its columns and converts its rows. */
export class MatchedSheet {
  readonly #given: Given
  readonly #source: SheetSource
  readonly #start: number

  constructor(given: Given, source: SheetSource) {
    this.#given = given
    this.#source = source
    this.#start = dataStart(source.header)
  }

  understand(mapping: Mapping, answers: Answers = {}): Understanding {
    const { fields, context } = this.#given
    return understandColumns(this.#source.sheet, this.#start, mapping, fields, context, answers)
  }

  /** Requests the list keys that rows reference, as the joins need them. */
  want(joining: SheetJoining, joins: readonly SheetJoin[], mapping: Mapping, answers?: Answers): void {
    const reader = this.#reader(mapping, answers)
    for (const join of joins)
      for (let index = this.#start; index < this.#source.sheet.count; index++) {
        const key = reader.recordKey(index, join)
        if (key !== '') joining.want(join, key)
      }
  }

  convert(choice: ConversionChoice, joining: SheetJoining | undefined): ConvertedSheet {
    const { mapping, answers, fills = {}, sources, includeHidden = false, keepBlank = false, held, files = [] } = choice
    const keys = Object.values(mapping)
    if (new Set(keys).size < keys.length) throw new Error('two columns fill one field')
    const reader = this.#reader(mapping, answers, { joining, fills, sources })
    for (const { place, key, files: kept } of files) reader.files.hold(place, key, kept)
    const { rowColumn } = this.#source
    const conversion = new Conversion(reader, {
      start: this.#start,
      includeHidden,
      keepBlank,
      onProgress: this.#given.onProgress,
      ...(held && { held }),
      ...(rowColumn !== undefined && { rowColumn }),
    })
    return new ConvertedSheet(this.#given, this.#source, conversion)
  }

  #reader(mapping: Mapping, answers?: Answers, filling?: ConstructorParameters<typeof RowReader>[6]): RowReader {
    const { fields, context } = this.#given
    const { decisions } = this.understand(mapping, answers)
    return new RowReader(this.#source.sheet, this.#start - 1, mapping, decisions, fields, context, filling)
  }
}
