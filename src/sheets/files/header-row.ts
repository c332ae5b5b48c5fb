import type { ColumnHeader, HeaderMatcher } from '../../domain/batches/column-matching.ts'
import { getCellText } from './cell.ts'
import { getCell, type Sheet } from './sheet.ts'

const rowsLookedAt = 20

/** Header row of a sheet. `span` is 2 if the headers have two levels; `score` is the number of fields that the headers match. */
export interface HeaderRow {
  index: number
  /** Number of the first header row as Excel shows it. */
  row: number
  span: 1 | 2
  score: number
}

/** Finds the header row among the first 20 rows: the row that matches most fields. If no row matches a field, returns the row with most texts. */
export function findHeaderRow(sheet: Sheet, matcher: HeaderMatcher): HeaderRow {
  const last = Math.min(sheet.count, rowsLookedAt)
  let best: HeaderRow = { ...createHeaderRow(sheet, findWordiestRow(sheet, last)), score: 0 }
  let bestDoubles = 0
  const consider = (index: number, span: 1 | 2) => {
    const headers = getColumnHeaders(sheet, { index, span })
    const candidate = { ...createHeaderRow(sheet, index, span), score: countMatchedFields(headers, matcher) }
    const doubles = countDoubleMatches(headers, matcher)
    const isClearer = span === 2 && candidate.score === best.score && doubles < bestDoubles
    if (candidate.score <= best.score && !isClearer) return
    best = candidate
    bestDoubles = doubles
  }
  for (let index = 0; index < last; index++) consider(index, 1)
  // Prefers a header of two rows only if the two rows together match more fields than each alone, or distinguish columns
  // with equal names: «Nombre» below «Empleado» and below «Jefe».
  for (let index = 0; index + 1 < last; index++)
    if (sheet.numbers[index + 1] === (sheet.numbers[index] as number) + 1) consider(index, 2)
  return best
}

export function createHeaderRow(sheet: Sheet, index: number, span: 1 | 2 = 1): HeaderRow {
  return { index, row: sheet.numbers[index] ?? 0, span, score: 0 }
}

/** Header of a sheet without header row. Its data starts at index 0. */
export const noHeaderRow: HeaderRow = { index: -1, row: 0, span: 1, score: 0 }

export function countMatchedFields(headers: readonly ColumnHeader[], matcher: HeaderMatcher): number {
  const names = headers.flatMap(({ texts }) => matcher.find(texts) ?? [])
  const fields = new Set(names.map(({ key }) => key)).size
  // Ignores a single generic word such as «CC», because it may be a value instead of a header.
  return fields === 1 && names.every(({ how }) => how === 'general') ? 0 : fields
}

/** Counts the columns that match a field of another column equally well. */
function countDoubleMatches(headers: readonly ColumnHeader[], matcher: HeaderMatcher): number {
  const names = headers.flatMap(({ texts }) => matcher.find(texts) ?? [])
  const full = new Set(names.flatMap(({ key, partial }) => (partial ? [] : key)))
  const keys = names.flatMap(({ key, partial }) => (partial && full.has(key) ? [] : key))
  return keys.length - new Set(keys).size
}

function findWordiestRow(sheet: Sheet, last: number): number {
  const counts = Array.from({ length: last }, (_, index) => rowTexts(sheet, index).filter(Boolean).length)
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}

function rowTexts(sheet: Sheet, index: number): string[] {
  return Array.from({ length: sheet.width }, (_, column) => getCellText(getCell(sheet, index, column)).trim())
}

/** Returns the texts of each column's header. Two levels give both in either order, then the lower one. */
export function getColumnHeaders(sheet: Sheet, { index, span }: Pick<HeaderRow, 'index' | 'span'>): ColumnHeader[] {
  const upper = rowTexts(sheet, index)
  if (span === 1) return upper.map((text, column) => ({ column, texts: [text] }))
  for (const { row, column, lastColumn } of sheet.merges) {
    if (row !== sheet.numbers[index]) continue
    for (let next = column + 1; next <= lastColumn && next < upper.length; next++) upper[next] ||= upper[column] ?? ''
  }
  const below = rowTexts(sheet, index + 1)
  // A CSV has lost its merged cells: the title of a group stands over its first column only.
  if (sheet.records)
    for (let next = 1; next < upper.length; next++)
      if (below[next] !== '' && below[next - 1] !== '') upper[next] ||= upper[next - 1] ?? ''
  return below.map((lower, column) => {
    const over = upper[column] ?? ''
    const both = over !== '' && lower !== '' && over !== lower
    return { column, texts: both ? [`${over} / ${lower}`, `${lower} / ${over}`, lower] : [lower || over] }
  })
}

export function getFirstDataRowIndex({ index, span }: Pick<HeaderRow, 'index' | 'span'>): number {
  return index + span
}
