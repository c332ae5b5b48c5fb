import { headerMatcher } from '../../domain/batches/columns.ts'
import type { Field } from '../../domain/fields/field.ts'
import { type Book, type BookKind, type Csv, encodings, type Mojibake } from '../files/book.ts'
import { delimiters } from '../files/csv/delimiter.ts'
import type { FileCode } from '../files/file-sentences.ts'
import { findHeader } from '../files/header.ts'

export interface BookSummary {
  kind: BookKind
  sheets: {
    name: string
    /** Number of rows with content, including headers. */
    rows: number
    /** Number of fields that the headers match. */
    score: number
    problem?: FileCode
  }[]
  hiddenSheets: string[]
  /** Index of the sheet whose headers match most fields; selected by default. */
  proposed: number
  csv?: Csv & { encodings: typeof encodings; delimiters: typeof delimiters }
  mojibake?: Mojibake
  /** SHA-256 of the file's bytes, in hex. */
  hash: string
}

/** Summarizes a workbook so that the user can choose a sheet. `hash`: SHA-256 of the file's bytes, in hex. */
export function bookSummary(book: Book, fields: readonly Field[], hash: string): BookSummary {
  const matcher = headerMatcher(fields)
  const sheets = book.sheets.map((sheet) => ({
    name: sheet.name,
    rows: sheet.count,
    score: sheet.problem || sheet.count === 0 ? -1 : findHeader(sheet, matcher).score,
    ...(sheet.problem && { problem: sheet.problem }),
  }))
  const best = Math.max(...sheets.map(({ score }) => score))
  return {
    kind: book.kind,
    sheets,
    hiddenSheets: book.hiddenSheets,
    proposed: sheets.findIndex(({ score }) => score === best),
    hash,
    ...(book.csv && { csv: { ...book.csv, encodings, delimiters } }),
    ...(book.mojibake && { mojibake: book.mojibake }),
  }
}
