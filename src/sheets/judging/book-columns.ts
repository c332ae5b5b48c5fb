import { headerMatcher } from '../../domain/batches/columns.ts'
import { foldedHeader } from '../../domain/batches/header-words.ts'
import { shownText } from '../files/cell.ts'
import { dataStart, headersOf } from '../files/header.ts'
import { folded, isSurplusHeader, rowHeader, wasGiven } from '../files/origin.ts'
import { cellAt } from '../files/sheet.ts'
import type { Source } from '../reading/sources.ts'
import { headerOfKey } from '../writing/sheet-columns.ts'
import type { Conversion } from './conversion.ts'
import type { Marked } from './marked.ts'

interface BookColumns {
  columns: { column: number; source: Source }[]
  /** Headers of columns that match no field, neither by header nor by content. */
  strange: string[]
  /** Indexes of the columns that hold surplus cells, i.e. cells beyond the headers of the original file. */
  surplus: number[]
}

const searched = 500

/** Maps the columns of a corrected error workbook to fields by header. If a header was changed, maps its column by cell digests. */
export function bookColumns({ reader }: Conversion, marked: Marked): BookColumns {
  const { sheet, header } = marked
  const keys = keysByHeader(reader.sources, reader.fields)
  const matcher = headerMatcher(reader.fields)
  const ours = new Set([foldedHeader(rowHeader), 'error'])
  const all = headersOf(sheet, header).map(({ column, texts: [text = ''] }) => ({ column, text }))
  const surplus = all.filter(({ text }) => isSurplusHeader(text)).map(({ column }) => column)
  const headers = all.filter(
    ({ column, text }) =>
      ![...surplus, marked.rowColumn, marked.column].includes(column) && !ours.has(foldedHeader(text)),
  )
  const named = headers.map(({ column, text }) => ({
    ...{ column, text },
    key: keys.get(folded(text)) ?? matcher.find([text])?.key,
  }))
  const sourceOf = new Map(reader.sources.map((source) => [source.target.key, source]))
  const isSure = (key: string | undefined) => named.filter((other) => other.key === key).length === 1
  const open = new Map(sourceOf)
  for (const { key } of named) if (key !== undefined && isSure(key)) open.delete(key)

  const found: BookColumns = { columns: [], strange: [], surplus }
  for (const { column, text, key } of named) {
    const source = key !== undefined && isSure(key) ? sourceOf.get(key) : knownAgain(marked, column, open)
    if (source) {
      open.delete(source.target.key)
      found.columns.push({ column, source })
    } else if (text !== '') found.strange.push(text)
  }
  return found
}

/** Maps normalized headers to field keys. Omits headers that two fields share, because only cell contents can distinguish such fields. */
function keysByHeader(sources: readonly Source[], fields: Conversion['reader']['fields']): Map<string, string> {
  const keys = new Map<string, string>()
  const twice = new Set<string>()
  for (const { target } of sources) {
    const header = folded(headerOfKey(target.key, fields))
    if (keys.has(header)) twice.add(header)
    keys.set(header, target.key)
  }
  for (const header of twice) keys.delete(header)
  return keys
}

/** Returns the field whose exported digests match at least half of a column's cells, among the first 500 rows. */
function knownAgain({ sheet, header, markAt }: Marked, column: number, open: ReadonlyMap<string, Source>) {
  const start = dataStart(header)
  const cells: { mark: NonNullable<ReturnType<typeof markAt>>; text: string }[] = []
  for (let index = start; index < Math.min(sheet.count, start + searched); index++) {
    const text = shownText(cellAt(sheet, index, column))
    const mark = text === '' ? null : markAt(index)
    if (mark) cells.push({ mark, text })
  }
  const given = (key: string) => cells.filter(({ mark, text }) => wasGiven(mark, key, text)).length
  const [best] = [...open.values()]
    .map((source) => ({ source, count: given(source.target.key) }))
    .sort((a, b) => b.count - a.count)
  return best && best.count > 0 && best.count * 2 >= cells.length ? best.source : undefined
}
