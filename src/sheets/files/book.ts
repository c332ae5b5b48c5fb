import type { Field } from '../../domain/fields/field.ts'
import type { Sheet } from './sheet.ts'

export type BookKind = 'xlsx' | 'ods' | 'csv'

/** Names that `TextDecoder` knows, in the order in which they are offered. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]

export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16': 'UTF-16',
  macintosh: 'Mac Roman',
} as const satisfies Record<Encoding, string>

export interface ReadingOptions {
  /** The format's fields: the delimiter of a csv is the one whose header row matches most of them. */
  fields?: readonly Field[]
  encoding?: Encoding
  /** One character. */
  delimiter?: string
  /** Put letters that were broken twice («Ã±») right. */
  repair?: boolean
}

/** Letters that look broken: with `encoding` another one reads them right, with `repair` they can be put right, else they are lost. */
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
  /** The `sep=` line of the file decided the delimiter. */
  declared: boolean
}

/** Sheets that a book may have; no book of a person has as many. */
export const maxSheets = 500

/** What a file holds; hidden sheets are only named. */
export interface Book {
  kind: BookKind
  sheets: Sheet[]
  hiddenSheets: string[]
  /** The hidden sheet of an error workbook of ours. */
  origin?: Sheet
  csv?: Csv
  mojibake?: Mojibake
}

/** `done` of `total` bytes. */
export type OnProgress = (done: number, total: number) => void
