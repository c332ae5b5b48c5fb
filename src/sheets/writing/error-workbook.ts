import type { Field } from '../../domain/fields/field.ts'
import {
  createRowStamp,
  formatOriginHeader,
  formatSurplusHeader,
  originSheetName,
  rowNumberHeader,
  type WorkbookOrigin,
} from '../files/row-stamp.ts'
import { formatDetailedCellError } from './cell-messages.ts'
import type { OutputCell, OutputColumn, OutputSheet } from './sheet-xml.ts'
import { getColumnLabel } from './template-columns.ts'
import { buildWorkbook } from './workbook-file.ts'

export interface ErrorRow {
  row: number
  /** Texts by column key, e.g. `cargo`, `items_1_cantidad`. */
  texts: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  suggestions?: Readonly<Record<string, string>>
  surplus?: readonly string[]
}

/** Maximum number of cell digests, to limit the file's size. Without digests, the user confirms each change. */
const mostDigests = 1_000_000

/** Writes the invalid rows as a workbook: row number, original texts and, in the last column, the errors. */
export function buildErrorWorkbook(
  rows: readonly ErrorRow[],
  keys: readonly string[],
  fields: readonly Field[],
  origin?: WorkbookOrigin,
) {
  const digestKeys = rows.length * keys.length > mostDigests ? [] : keys
  const stamps = origin ? rows.map(({ row, texts }) => createRowStamp(origin, row, texts, digestKeys)) : []
  const surplusColumns = rows.reduce((longest, { surplus = [] }) => Math.max(longest, surplus.length), 0)
  const columns: OutputColumn[] = [
    { header: rowNumberHeader, width: 8, look: 'general' },
    // Row stamps: origin and cell digests. A CSV saved from the workbook has them in this column only.
    ...(origin ? [{ header: formatOriginHeader(origin), width: 12, look: 'text', hidden: true } as const] : []),
    ...keys.map((key): OutputColumn => ({ header: getColumnLabel(key, fields), width: 22, look: 'text' })),
    ...Array.from(
      { length: surplusColumns },
      (_, i): OutputColumn => ({ header: formatSurplusHeader(i + 1), width: 16, look: 'text' }),
    ),
    { header: 'Error', width: 60, look: 'text' },
  ]
  const lines = rows.map(({ row, texts, errors, suggestions, surplus = [] }, index): OutputCell[] => [
    row,
    ...(origin ? [stamps[index] ?? ''] : []),
    ...keys.map((key): OutputCell => {
      const text = texts[key] ?? ''
      return errors[key] === undefined || text === '' ? text : { text, look: 'wrong' }
    }),
    ...Array.from(
      { length: surplusColumns },
      (_, i): OutputCell => (surplus[i] ? { text: surplus[i], look: 'wrong' } : ''),
    ),
    formatRowErrorText({ texts, errors, suggestions }, fields),
  ])
  const sheets: OutputSheet[] = [{ name: 'Errores', columns, rows: lines }]
  if (origin) {
    // Copy of the row stamps, in case the user deletes their column.
    const again = rows.map(({ row }, index): OutputCell[] => [row, stamps[index] ?? ''])
    sheets.push({
      name: originSheetName,
      columns: [],
      rows: [[rowNumberHeader, formatOriginHeader(origin)], ...again],
      hidden: true,
    })
  }
  return buildWorkbook(sheets)
}

function formatRowErrorText(
  { texts, errors, suggestions }: Pick<ErrorRow, 'texts' | 'errors' | 'suggestions'>,
  fields: readonly Field[],
): string {
  const sentences = Object.entries(errors).map(([key, code]) =>
    formatDetailedCellError(key, { code, text: texts[key], suggestion: suggestions?.[key] }, fields),
  )
  return sentences.join(' ')
}
