import { createHeaderMatcher } from '../../domain/batches/column-matching.ts'
import { normalizeHeader } from '../../domain/batches/header-words.ts'
import type { Field } from '../../domain/fields/field.ts'
import { getCellText } from '../files/cell.ts'
import { findHeaderRow, getColumnHeaders, getFirstDataRowIndex, type HeaderRow } from '../files/header-row.ts'
import {
  findStampColumn,
  getRowStamp,
  hasCellDigest,
  isSurplusHeader,
  normalizeCellText,
  parseStampHeader,
  type RowStamp,
  rowNumberHeader,
  type WorkbookOrigin,
} from '../files/row-stamp.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import { parseRowNumber } from '../reading/included-rows.ts'
import { summarizeSheet } from '../reading/sheet-summary.ts'
import { getColumnLabel } from '../writing/template-columns.ts'
import type { SheetConversion } from './sheet-conversion.ts'

interface SheetWithRowStamps {
  sheet: Sheet
  header: HeaderRow
  /** Index of the column «Fila» with the row numbers, or -1. */
  rowColumn: number
  /** Index of the hidden column with the row stamps, or -1. */
  column: number
  names: { fileName: string; batchNumber: string }
  getStamp: (index: number) => RowStamp | null
}

/** Reason why an error workbook is rejected. `from` contains the name of its source file and the batch number, if the workbook has them. */
export interface WorkbookRejection {
  refused: 'none' | 'unmarked' | 'file' | 'format' | 'batch'
  from: { fileName: string; batchNumber: string }
}

const unknownOrigin = { fileName: '', batchNumber: '' }

/** Finds the sheet of an error workbook. Rejects one without row stamps, or without «Fila» to match them. */
export function findSheetWithRowStamps(
  { sheets, origin }: { sheets: readonly Sheet[]; origin?: Sheet },
  fields: readonly Field[],
): SheetWithRowStamps | WorkbookRejection {
  let refused: WorkbookRejection['refused'] = 'none'
  for (const sheet of sheets) {
    if (sheet.count === 0 || sheet.problem) continue
    const header = findHeaderRow(sheet, createHeaderMatcher(fields))
    const { rowColumn = -1 } = summarizeSheet(sheet, 0, header, fields)
    const start = getFirstDataRowIndex(header)
    const column = findStampColumn(sheet, start)
    if (column >= 0) {
      const names = parseStampHeader(getCellText(getCell(sheet, start - 1, column)))
      return { sheet, header, rowColumn, column, names, getStamp: (index) => getRowStamp(sheet, index, column) }
    }
    if (rowColumn < 0) continue
    const stamps = origin && readStampsByRowNumber(origin)
    if (stamps)
      return {
        ...{ sheet, header, rowColumn, column, names: stamps.names },
        getStamp: (index) => stamps.found.get(parseRowNumber(getCell(sheet, index, rowColumn))) ?? null,
      }
    refused = 'unmarked'
  }
  return { refused, from: unknownOrigin }
}

/** Reads the row stamps from the hidden sheet, for a workbook whose stamp column was deleted. Returns `null` if there are none. */
function readStampsByRowNumber(
  origin: Sheet,
): { found: Map<number, RowStamp>; names: SheetWithRowStamps['names'] } | null {
  const column = findStampColumn(origin, 1)
  if (column < 0) return null
  const stamps = Array.from({ length: origin.count - 1 }, (_, row) => getRowStamp(origin, row + 1, column))
  const found = new Map(stamps.flatMap((stamp) => (stamp ? [[stamp.row, stamp] as const] : [])))
  return { found, names: parseStampHeader(getCellText(getCell(origin, 0, column))) }
}

/** Returns the part of the origin in which a stamp differs, or `null`. A workbook exported before the batch existed matches any batch. */
export function findStampMismatch(stamp: RowStamp, origin: WorkbookOrigin): 'file' | 'format' | 'batch' | null {
  if (stamp.fileHash !== origin.fileHash.slice(0, stamp.fileHash.length)) return 'file'
  if (stamp.format !== origin.format) return 'format'
  return stamp.batch !== '' && origin.batch !== '' && stamp.batch !== origin.batch ? 'batch' : null
}

interface WorkbookColumns {
  columns: { column: number; source: ColumnSource }[]
  /** Headers of columns that match no field by header or content. */
  strange: string[]
  /** Indexes of the columns that hold surplus cells, i.e. cells beyond the headers of the original file. */
  surplus: number[]
}

const searched = 500

/** Maps the columns of a corrected workbook to fields by header; by digests of the cells if a header changed. */
export function matchWorkbookColumns({ reader }: SheetConversion, stamped: SheetWithRowStamps): WorkbookColumns {
  const { sheet, header } = stamped
  const keys = mapHeadersToKeys(reader.sources, reader.fields)
  const matcher = createHeaderMatcher(reader.fields)
  const ours = new Set([normalizeHeader(rowNumberHeader), 'error'])
  const all = getColumnHeaders(sheet, header).map(({ column, texts: [text = ''] }) => ({ column, text }))
  const surplus = all.filter(({ text }) => isSurplusHeader(text)).map(({ column }) => column)
  const headers = all.filter(
    ({ column, text }) =>
      ![...surplus, stamped.rowColumn, stamped.column].includes(column) && !ours.has(normalizeHeader(text)),
  )
  const named = headers.map(({ column, text }) => ({
    ...{ column, text },
    key: keys.get(normalizeCellText(text)) ?? matcher.find([text])?.key,
  }))
  const sourceOf = new Map(reader.sources.map((source) => [source.target.key, source]))
  const isSure = (key: string | undefined) => named.filter((other) => other.key === key).length === 1
  const open = new Map(sourceOf)
  for (const { key } of named) if (key !== undefined && isSure(key)) open.delete(key)

  const found: WorkbookColumns = { columns: [], strange: [], surplus }
  for (const { column, text, key } of named) {
    const source = key !== undefined && isSure(key) ? sourceOf.get(key) : matchColumnByDigests(stamped, column, open)
    if (source) {
      open.delete(source.target.key)
      found.columns.push({ column, source })
    } else if (text !== '') found.strange.push(text)
  }
  return found
}

/** Maps normalized headers to column keys. Omits headers of two columns, which only their cells can distinguish. */
function mapHeadersToKeys(
  sources: readonly ColumnSource[],
  fields: SheetConversion['reader']['fields'],
): Map<string, string> {
  const headers = sources.map(({ target: { key } }) => [normalizeCellText(getColumnLabel(key, fields)), key] as const)
  return new Map(headers.filter(([header]) => headers.filter(([other]) => other === header).length === 1))
}

/** Returns the field whose exported digests match at least half of the column's cells, or undefined. Checks the first 500 rows. */
function matchColumnByDigests(
  { sheet, header, getStamp: markAt }: SheetWithRowStamps,
  column: number,
  open: ReadonlyMap<string, ColumnSource>,
) {
  const start = getFirstDataRowIndex(header)
  const cells: { stamp: NonNullable<ReturnType<typeof markAt>>; text: string }[] = []
  for (let index = start; index < Math.min(sheet.count, start + searched); index++) {
    const text = getCellText(getCell(sheet, index, column))
    const stamp = text === '' ? null : markAt(index)
    if (stamp) cells.push({ stamp, text })
  }
  const countMatches = (key: string) => cells.filter(({ stamp, text }) => hasCellDigest(stamp, key, text)).length
  const [best] = [...open.values()]
    .map((source) => ({ source, count: countMatches(source.target.key) }))
    .sort((a, b) => b.count - a.count)
  return best && best.count > 0 && best.count * 2 >= cells.length ? best.source : undefined
}
