import { type ColumnMatch, createHeaderMatcher, matchColumns } from '../../domain/batches/column-matching.ts'
import { normalizeHeader } from '../../domain/batches/header-words.ts'
import type { Column, Field, ValidationContext } from '../../domain/fields/field.ts'
import { getDisplayedText } from '../files/cell.ts'
import { toColumnLetters } from '../files/cell-reference.ts'
import type { FileErrorCode } from '../files/file-read-error.ts'
import { findHeaderRow, getColumnHeaders, getFirstDataRowIndex, type HeaderRow } from '../files/header-row.ts'
import { findStampColumn, isSurplusHeader, rowNumberHeader } from '../files/row-stamp.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import type { CsvDialect, MojibakeReport, Workbook, WorkbookType } from '../files/workbook.ts'
import { createCellParser } from './column-sources.ts'

export interface ColumnSummary extends ColumnMatch {
  letter: string
  header: string
  /** Normalized header, used as the key of the user's choice of field. */
  folded: string
  samples: string[]
  hidden: boolean
}

export interface SheetSummary {
  sheet: number
  header: HeaderRow
  /** First 20 rows with their texts, so that the user can choose another header row. */
  preview: { row: number; hidden: boolean; texts: string[] }[]
  columns: ColumnSummary[]
  /** Number of hidden or filtered-out rows below the headers. */
  hiddenRows: number
  /** Index of the column «Fila» of an error workbook, which holds the row numbers of the original file. */
  rowColumn?: number
}

const samples = 3
const searched = 200
const previewed = 20

/** Matches each column to a field. `remembered`: field keys that the user chose earlier, by normalized header; empty for no field. */
export function summarizeSheet(
  sheet: Sheet,
  number: number,
  header: HeaderRow,
  fields: readonly Field[],
  remembered: Readonly<Record<string, string>> = {},
): SheetSummary {
  const headers = getColumnHeaders(sheet, header)
  const own = headers.map(({ texts }) => normalizeHeader(texts[0] ?? ''))
  const stampColumn = findStampColumn(sheet, getFirstDataRowIndex(header))
  const rowColumn = stampColumn >= 0 || own.includes(errorHeader) ? own.indexOf(normalizeHeader(rowNumberHeader)) : -1
  const ours = new Set(rowColumn < 0 ? [stampColumn] : [stampColumn, rowColumn, own.indexOf(errorHeader)])
  const dataHeaders = headers.filter(
    ({ column, texts }) => !ours.has(column) && !(rowColumn >= 0 && isSurplusHeader(texts[0] ?? '')),
  )
  const matches = matchColumns(dataHeaders, fields, remembered, (column, field) =>
    doValuesMatchField(sheet, column, getFirstDataRowIndex(header), field),
  )
  const columns = matches.map((match): ColumnSummary => {
    const text = headers[match.column]?.texts[0] ?? ''
    return {
      ...match,
      letter: toColumnLetters(match.column),
      header: text,
      folded: normalizeHeader(text),
      samples: listSamples(sheet, match.column, getFirstDataRowIndex(header)),
      hidden: sheet.hiddenColumns.has(match.column),
    }
  })
  const summary: SheetSummary = {
    sheet: number,
    header,
    preview: createPreview(sheet),
    columns: columns.filter(({ header, samples }) => header !== '' || samples.length > 0),
    hiddenRows: sheet.hidden.slice(getFirstDataRowIndex(header)).filter(Boolean).length,
  }
  if (rowColumn >= 0) summary.rowColumn = rowColumn
  return summary
}

/** Header of the last column of an error workbook, normalized. */
const errorHeader = 'error'

function listSamples(sheet: Sheet, column: number, start: number): string[] {
  const found: string[] = []
  for (let index = start; index < Math.min(sheet.count, start + searched) && found.length < samples; index++) {
    const text = getDisplayedText(getCell(sheet, index, column))
    if (text !== '') found.push(text)
  }
  return found
}

/** Context with arbitrary values, because only the type of the values is checked. */
const anyContext: ValidationContext = { today: '9999-12-31', country: 'CO' }

/** Returns whether at least half of a column's values are valid for a field. Dates may be serial numbers. For text fields, only texts with letters count as valid. */
function doValuesMatchField(sheet: Sheet, column: number, start: number, field: Column): boolean {
  const { min: _min, max: _max, ...unbounded } = field
  const read = createCellParser(unbounded, anyContext)
  const isText = field.type === 'text' || field.type === 'longText'
  let fitting = 0
  let all = 0
  for (let index = start; index < Math.min(sheet.count, start + searched); index++) {
    const cell = getCell(sheet, index, column)
    if (cell.kind === 'empty') continue
    all++
    if (isText ? cell.kind === 'text' && /[a-z]/i.test(cell.text) : 'value' in read(cell, { serial: true })) fitting++
  }
  return all > 0 && fitting >= all / 2
}

function createPreview(sheet: Sheet): SheetSummary['preview'] {
  return Array.from({ length: Math.min(sheet.count, previewed) }, (_, index) => ({
    row: sheet.numbers[index] as number,
    hidden: sheet.hidden[index] === true,
    texts: Array.from({ length: sheet.width }, (_, column) => getDisplayedText(getCell(sheet, index, column))),
  }))
}

export interface WorkbookSummary {
  kind: WorkbookType
  sheets: {
    name: string
    /** Number of rows with content, including headers. */
    rows: number
    /** Number of fields that the headers match. */
    score: number
    problem?: FileErrorCode
  }[]
  hiddenSheets: string[]
  /** Index of the sheet whose headers match most fields; selected by default. */
  proposed: number
  csv?: CsvDialect
  mojibake?: MojibakeReport
  /** SHA-256 of the file's bytes, in hex. */
  hash: string
}

/** Summarizes a workbook so that the user can choose a sheet. `hash`: SHA-256 of the file's bytes, in hex. */
export function summarizeWorkbook(book: Workbook, fields: readonly Field[], hash: string): WorkbookSummary {
  const matcher = createHeaderMatcher(fields)
  const sheets = book.sheets.map((sheet) => ({
    name: sheet.name,
    rows: sheet.count,
    score: sheet.problem || sheet.count === 0 ? -1 : findHeaderRow(sheet, matcher).score,
    ...(sheet.problem && { problem: sheet.problem }),
  }))
  const best = Math.max(...sheets.map(({ score }) => score))
  return {
    kind: book.kind,
    sheets,
    hiddenSheets: book.hiddenSheets,
    proposed: sheets.findIndex(({ score }) => score === best),
    hash,
    ...(book.csv && { csv: book.csv }),
    ...(book.mojibake && { mojibake: book.mojibake }),
  }
}
