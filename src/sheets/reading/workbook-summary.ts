import { createHeaderMatcher } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { supportedDelimiters } from '../files/csv/delimiter.ts'
import type { FileErrorCode } from '../files/file-error-messages.ts'
import { findHeaderRow } from '../files/header-row.ts'
import {
  type CsvDialect,
  type MojibakeReport,
  supportedEncodings,
  type Workbook,
  type WorkbookType,
} from '../files/workbook.ts'

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
  csv?: CsvDialect & { encodings: typeof supportedEncodings; delimiters: typeof supportedDelimiters }
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
    ...(book.csv && { csv: { ...book.csv, encodings: supportedEncodings, delimiters: supportedDelimiters } }),
    ...(book.mojibake && { mojibake: book.mojibake }),
  }
}
