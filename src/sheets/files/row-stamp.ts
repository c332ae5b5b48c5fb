import { normalizeLine } from '../../domain/text/text.ts'
import { getCellText } from './cell.ts'
import { getCell, type Sheet } from './sheet.ts'

export interface WorkbookOrigin {
  fileName: string
  /** SHA-256 of the file, in hex. */
  fileHash: string
  format: string
  formatVersion: string
  /** Id of the batch. Id and number are empty before the batch exists. */
  batch: string
  batchNumber: string
}

/** Row stamp: origin of one row in an error workbook. Stored as a text cell, because every program and file type preserves texts, even CSV. */
export interface RowStamp extends Omit<WorkbookOrigin, 'fileName' | 'batchNumber'> {
  row: number
  /** First half of the file's SHA-256. */
  fileHash: string
  /** Concatenated digests of the exported cells, six characters each. */
  digests: string
}

/** Name of the hidden sheet with a copy of the row stamps, which is read if the user deleted the stamp column. */
export const originSheetName = 'Origen (no cambiar)'
export const rowNumberHeader = 'Fila'
/** Returns the header of the n-th surplus column; `place` is one-based. */
export const formatSurplusHeader = (place: number) => `Sobra ${place}`
export const isSurplusHeader = (text: string) => /^sobra \d{1,3}$/i.test(text.trim())

const stampPattern =
  /^f(\d{1,7})\.([0-9a-f]{32})\.([a-z0-9]{1,20})\.([a-z0-9]{1,20})\.([a-z0-9]{1,20})\.((?:[a-z0-9]{6}){0,500})$/
const maxStampLength = 4_000
const noBatch = '0'

/** Returns the header of the stamp column: `Origen: nómina.xlsx · LOT-2026-000012`. */
export function formatOriginHeader({ fileName, batchNumber }: WorkbookOrigin): string {
  return `Origen: ${fileName}${batchNumber === '' ? '' : ` · ${batchNumber}`}`
}

/** Parses the header of the stamp column. Limits lengths, because the content of an uploaded file is not trusted. */
export function parseStampHeader(header: string): { fileName: string; batchNumber: string } {
  const parts = /^Origen: ([\s\S]{1,255}?)(?: · (LOT-\d{4}-\d{6,9}))?$/.exec(header.slice(0, 300))
  return { fileName: normalizeLine(parts?.[1] ?? '').slice(0, 120), batchNumber: parts?.[2] ?? '' }
}

/** Returns the stamp of a row as text. `keys`: columns whose cells get a digest. */
export function createRowStamp(
  origin: WorkbookOrigin,
  row: number,
  texts: Readonly<Record<string, string>>,
  keys: readonly string[],
) {
  const { fileHash, format, formatVersion, batch } = origin
  const digests = keys.map((key) => computeCellDigest(key, texts[key] ?? '')).join('')
  return [`f${row}`, fileHash.slice(0, 32), format, formatVersion, batch || noBatch, digests].join('.')
}

function parseRowStamp(text: string): RowStamp | null {
  if (text[0] !== 'f' || text.length > maxStampLength) return null
  const [, row, fileHash = '', format = '', formatVersion = '', batch = '', digests = ''] =
    stampPattern.exec(text) ?? []
  return row === undefined
    ? null
    : { row: Number(row), fileHash, format, formatVersion, batch: batch === noBatch ? '' : batch, digests }
}

/** Returns whether the row was exported with this text in column `key`, according to its stamp. */
export function hasCellDigest({ digests }: RowStamp, key: string, text: string): boolean {
  const sought = computeCellDigest(key, text)
  for (let at = digests.indexOf(sought); at >= 0; at = digests.indexOf(sought, at + 1))
    if (at % sought.length === 0) return true
  return false
}

/** Returns the stamp in a cell, or `null`. `index`: sheet index of the row. */
export const getRowStamp = (sheet: Sheet, index: number, column: number) =>
  parseRowStamp(getCellText(getCell(sheet, index, column)))

const searched = 200

/** Returns the index of the column with row stamps, or -1. Searches 200 rows from `start` on. */
export function findStampColumn(sheet: Sheet, start: number): number {
  const last = Math.min(sheet.count, start + searched)
  for (let column = 0; column < sheet.width; column++)
    for (let index = start; index < last; index++) if (getRowStamp(sheet, index, column)) return column
  return -1
}

// Characters that workbooks cannot contain. They are removed before comparing texts.
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

/** Normalizes white space and removes unsupported characters for a comparison, because programs change both when they save a file. */
export function normalizeCellText(text: string): string {
  return normalizeLine(text.replace(unwritable, ''))
}

/** Returns a 31-bit hash as six base-36 characters. */
function computeCellDigest(key: string, text: string): string {
  let hash = 0x811c9dc5
  for (const part of [key, '\n', normalizeCellText(text)])
    for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39)
  return (((hash ^ (hash >>> 16)) >>> 0) % 36 ** 6).toString(36).padStart(6, '0')
}
