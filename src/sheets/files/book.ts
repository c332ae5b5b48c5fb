import type { Field } from '../../domain/fields/field.ts'
import type { Sheet } from './sheet.ts'

export type BookKind = 'xlsx' | 'ods' | 'csv'

/** Encoding names for `TextDecoder`, in the order offered to the user. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]

export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16': 'UTF-16',
  macintosh: 'Mac Roman',
} as const satisfies Record<Encoding, string>

export interface ReadingOptions {
  /** Fields of the format. Used to detect the delimiter of a CSV, whose header row should match most fields. */
  fields?: readonly Field[]
  encoding?: Encoding
  /** Delimiter of a CSV, a single character. */
  delimiter?: string
  /** Repairs text that was decoded twice («Ã±» → «ñ»). */
  repair?: boolean
}

/** Mojibake found in a file. `encoding`: another encoding fixes it. `repair`: the texts can be repaired. If neither is set, letters are lost. */
export interface Mojibake {
  count: number
  broken: string
  repaired?: string
  encoding?: Encoding
  repair?: boolean
}

export interface Csv {
  encoding: Encoding
  delimiter: string
  /** True if a `sep=` line at the start of the file set the delimiter. */
  declared: boolean
}

/** Maximum number of sheets in a workbook, far above real workbooks. */
export const maxSheets = 500

/** Contents of a file. Hidden sheets are listed by name only. */
export interface Book {
  kind: BookKind
  sheets: Sheet[]
  hiddenSheets: string[]
  /** Hidden sheet with the row marks of our error workbook. */
  origin?: Sheet
  csv?: Csv
  mojibake?: Mojibake
}

/** Progress callback: `done` of `total` bytes. */
export type OnProgress = (done: number, total: number) => void
