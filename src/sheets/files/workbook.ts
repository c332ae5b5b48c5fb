import type { Field } from '../../domain/fields/field.ts'
import type { Sheet } from './sheet.ts'

export type WorkbookType = 'xlsx' | 'ods' | 'csv'

/** Labels of the encodings of a CSV, in the order offered to the user. */
export const encodingLabels = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16': 'UTF-16',
  ibm850: 'MS-DOS (850)',
  ibm437: 'MS-DOS (437)',
  macintosh: 'Mac Roman',
} as const
export type TextEncodingName = keyof typeof encodingLabels

export interface WorkbookReadOptions {
  /** Fields of the format. Used to detect the delimiter of a CSV: the header row should match as many fields as possible. */
  fields?: readonly Field[]
  encoding?: TextEncodingName
  delimiter?: string
  /** Repairs text that was decoded twice («Ã±» → «ñ»). */
  repair?: boolean
}

/** Wrongly decoded letters, with the encoding that reads them or the possible repair; otherwise they are lost. */
export interface MojibakeReport {
  count: number
  broken: string
  repaired?: string
  encoding?: TextEncodingName
  repair?: boolean
}

export interface CsvDialect {
  encoding: TextEncodingName
  delimiter: string
  /** True if a `sep=` line at the start of the file set the delimiter. */
  declared: boolean
}

/** Maximum number of sheets in a workbook, far above real workbooks. */
export const maxSheets = 500

/** Contents of a file. Hidden sheets are not read, except the sheet with row stamps; `hiddenSheets` has their names. */
export interface Workbook {
  kind: WorkbookType
  sheets: Sheet[]
  hiddenSheets: string[]
  /** Hidden sheet of an error workbook, with the row stamps. */
  origin?: Sheet
  csv?: CsvDialect
  mojibake?: MojibakeReport
}

/** Progress callback: `done` of `total` bytes. */
export type ProgressCallback = (done: number, total: number) => void
