import type { Field } from '../../domain/fields/field.ts'
import { markOf, type Origin, originHeader, originSheet, rowHeader, surplusHeader } from '../files/origin.ts'
import { wholeSentence } from './sentences.ts'
import { headerOfKey } from './sheet-columns.ts'
import type { CellOut, ColumnOut, SheetOut } from './sheet-xml.ts'
import { workbook } from './workbook.ts'

/** A row in error: what stood in its cells, and the codes of what is wrong with them. */
export interface ErrorRow {
  row: number
  /** By the keys of a sheet's columns: `cargo`, `items_1_cantidad`. */
  texts: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  /** What could stand in a cell in error, where something is known. */
  suggestions?: Readonly<Record<string, string>>
  /** What the row holds beyond the headers of its file. */
  surplus?: readonly string[]
}

/** More would make the book heavier than a file may be that comes back; without them every change is asked about. */
const mostDigests = 1_000_000

/**
 * Only the bad rows, all cells as text exactly as they stood, with the number of each row in the first column and what is
 * wrong in the last one. With an `origin` each row also says, out of sight, what it is of and what was given out: in a column,
 * which a csv keeps, and in a sheet, for a book that loses the column.
 */
export function errorWorkbook(
  rows: readonly ErrorRow[],
  keys: readonly string[],
  fields: readonly Field[],
  origin?: Origin,
) {
  const told = rows.length * keys.length > mostDigests ? [] : keys
  const marks = origin ? rows.map(({ row, texts }) => markOf(origin, row, texts, told)) : []
  const most = rows.reduce((longest, { surplus = [] }) => Math.max(longest, surplus.length), 0)
  const columns: ColumnOut[] = [
    { header: rowHeader, width: 8, look: 'general' },
    ...(origin ? [{ header: originHeader(origin), width: 12, look: 'text', hidden: true } as const] : []),
    ...keys.map((key): ColumnOut => ({ header: headerOfKey(key, fields), width: 22, look: 'text' })),
    ...Array.from({ length: most }, (_, i): ColumnOut => ({ header: surplusHeader(i + 1), width: 16, look: 'text' })),
    { header: 'Error', width: 60, look: 'text' },
  ]
  const lines = rows.map(({ row, texts, errors, suggestions, surplus = [] }, place): CellOut[] => [
    row,
    ...(origin ? [marks[place] ?? ''] : []),
    ...keys.map((key): CellOut => {
      const text = texts[key] ?? ''
      return errors[key] === undefined || text === '' ? text : { text, look: 'wrong' }
    }),
    ...Array.from({ length: most }, (_, i): CellOut => (surplus[i] ? { text: surplus[i], look: 'wrong' } : '')),
    explained({ texts, errors, suggestions }, fields),
  ])
  const sheets: SheetOut[] = [{ name: 'Errores', columns, rows: lines }]
  if (origin) {
    const again = rows.map(({ row }, place): CellOut[] => [row, marks[place] ?? ''])
    sheets.push({ name: originSheet, columns: [], rows: [[rowHeader, originHeader(origin)], ...again], hidden: true })
  }
  return workbook(sheets)
}

function explained(
  { texts, errors, suggestions }: Pick<ErrorRow, 'texts' | 'errors' | 'suggestions'>,
  fields: readonly Field[],
): string {
  const sentences = Object.entries(errors).map(([key, code]) =>
    wholeSentence(key, { code, text: texts[key], suggestion: suggestions?.[key] }, fields),
  )
  return sentences.join(' ')
}
