import { createHeaderMatcher } from '../../domain/batches/column-matching.ts'
import { normalizeHeader } from '../../domain/batches/header-words.ts'
import { getCellText } from '../files/cell.ts'
import { getColumnHeaders, getFirstDataRowIndex } from '../files/header-row.ts'
import { hasCellDigest, isSurplusHeader, normalizeCellText, rowNumberHeader } from '../files/row-stamp.ts'
import { getCell } from '../files/sheet.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import { getColumnLabel } from '../writing/template-columns.ts'
import type { SheetConversion } from './sheet-conversion.ts'
import type { SheetWithRowStamps } from './sheet-with-row-stamps.ts'

interface WorkbookColumns {
  columns: { column: number; source: ColumnSource }[]
  /** Headers of columns that match no field by header or content. */
  strange: string[]
  /** Indexes of the columns that hold surplus cells, i.e. cells beyond the headers of the original file. */
  surplus: number[]
}

const searched = 500

/**
 * Maps the columns of a corrected error workbook to fields by header. For a changed header, compares the cells with the
 * exported digests.
 */
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
  const keys = new Map<string, string>()
  const twice = new Set<string>()
  for (const { target } of sources) {
    const header = normalizeCellText(getColumnLabel(target.key, fields))
    if (keys.has(header)) twice.add(header)
    keys.set(header, target.key)
  }
  for (const header of twice) keys.delete(header)
  return keys
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
