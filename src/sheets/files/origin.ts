import { tidy } from '../../domain/text/text.ts'
import { shownText } from './cell.ts'
import { cellAt, type Sheet } from './sheet.ts'

/** Where the rows of an error workbook come from. */
export interface Origin {
  fileName: string
  /** SHA-256 of the file. */
  fileHash: string
  format: string
  formatVersion: string
  /** Id and number; empty before there is a batch. */
  batch: string
  batchNumber: string
}

/** What one row of an error workbook says of itself: every program keeps a text, also in a csv, where no hidden sheet is left. */
export interface Mark {
  row: number
  /** The first half of the file's sum is enough to tell files apart. */
  fileHash: string
  format: string
  formatVersion: string
  batch: string
  /** One for each cell that was given out. */
  digests: string
}

/** The hidden sheet that says the same as the hidden column, for a book that lost it. */
export const originSheet = 'Origen (no cambiar)'
export const rowHeader = 'Fila'
/** Columns for what a row holds beyond the headers of its file, counted from 1. */
export const surplusHeader = (place: number) => `Sobra ${place}`
/** Whether a header is one of those that `surplusHeader` makes. */
export const isSurplusHeader = (text: string) => /^sobra \d{1,3}$/i.test(text.trim())

const shape =
  /^f(\d{1,7})\.([0-9a-f]{32})\.([a-z0-9]{1,20})\.([a-z0-9]{1,20})\.([a-z0-9]{1,20})\.((?:[a-z0-9]{6}){0,500})$/
const longestMark = 4_000
const noBatch = '0'

/** The header of the marks' column: it names the file, and the batch where there is one. */
export function originHeader({ fileName, batchNumber }: Origin): string {
  return `Origen: ${fileName}${batchNumber === '' ? '' : ` · ${batchNumber}`}`
}

/** The names in the header of the marks; whoever wrote the file may have written anything there. */
export function namesIn(header: string): { fileName: string; batchNumber: string } {
  const said = /^Origen: ([\s\S]{1,255}?)(?: · (LOT-\d{4}-\d{6,9}))?$/.exec(header.slice(0, 300))
  return { fileName: tidy(said?.[1] ?? '').slice(0, 120), batchNumber: said?.[2] ?? '' }
}

/** The mark of one row as a text; `keys` are the cells that are given out with it. */
export function markOf(origin: Origin, row: number, texts: Readonly<Record<string, string>>, keys: readonly string[]) {
  const { fileHash, format, formatVersion, batch } = origin
  const digests = keys.map((key) => digestOf(key, texts[key] ?? '')).join('')
  return [`f${row}`, fileHash.slice(0, 32), format, formatVersion, batch || noBatch, digests].join('.')
}

function readMark(text: string): Mark | null {
  if (text[0] !== 'f' || text.length > longestMark) return null
  const [, row, fileHash = '', format = '', formatVersion = '', batch = '', digests = ''] = shape.exec(text) ?? []
  return row === undefined
    ? null
    : { row: Number(row), fileHash, format, formatVersion, batch: batch === noBatch ? '' : batch, digests }
}

/** Whether a cell of this text was given out in the row. */
export function wasGiven({ digests }: Mark, key: string, text: string): boolean {
  const sought = digestOf(key, text)
  for (let at = digests.indexOf(sought); at >= 0; at = digests.indexOf(sought, at + 1))
    if (at % sought.length === 0) return true
  return false
}

/** The mark in a cell, or null; `index` is the sheet's own. */
export const markAt = (sheet: Sheet, index: number, column: number) => readMark(shownText(cellAt(sheet, index, column)))

const searched = 200

/** The column in which rows from `start` on say where they come from, or -1. */
export function markColumn(sheet: Sheet, start: number): number {
  const last = Math.min(sheet.count, start + searched)
  for (let column = 0; column < sheet.width; column++)
    for (let index = start; index < last; index++) if (markAt(sheet, index, column)) return column
  return -1
}

// What a workbook cannot hold is not in it when it comes back.
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

/** A text as programs leave it, whatever they do to its spaces and line breaks. */
export function folded(text: string): string {
  return tidy(text.replace(unwritable, ''))
}

/** Thirty-one bits in six letters. */
function digestOf(key: string, text: string): string {
  let hash = 0x811c9dc5
  for (const part of [key, '\n', folded(text)])
    for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39)
  return (((hash ^ (hash >>> 16)) >>> 0) % 36 ** 6).toString(36).padStart(6, '0')
}
