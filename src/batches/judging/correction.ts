import { mappingOf } from '../../domain/columns.ts'
import type { Field } from '../../domain/field.ts'
import { shownText } from '../files/cell.ts'
import { dataStart, findHeader } from '../files/header.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import { numberIn } from '../reading/rows-that-count.ts'
import { summaryOf } from '../reading/sheet-summary.ts'
import type { Conversion } from './conversion.ts'
import { sourceOf, textAt } from './groups.ts'
import type { Change } from './history.ts'

/** What a corrected error workbook brought. */
export interface Merged {
  /** Rows in which something changed. */
  changed: number
  unchanged: number
  /** Numbers that are not rows of this file. */
  unknown: number[]
}

/** The changes that a corrected error workbook asks for: cells whose text is another one now; null for any other sheet. */
export function correctionOf(
  conversion: Conversion,
  sheet: Sheet,
  fields: readonly Field[],
): { changes: Change[]; merged: Merged } | null {
  const header = findHeader(sheet, fields)
  const { rowColumn, columns } = summaryOf(sheet, 0, header, fields)
  if (rowColumn === undefined) return null
  const merged: Merged = { changed: 0, unchanged: 0, unknown: [] }
  const changes: Change[] = []
  const sources = Object.entries(mappingOf(columns)).flatMap(([column, key]) => {
    const source = sourceOf(conversion, key)
    return source ? [{ column: Number(column), source }] : []
  })
  for (let index = dataStart(header); index < sheet.count; index++) {
    const number = numberIn(cellAt(sheet, index, rowColumn))
    const row = conversion.find(number)
    if (row < 0) {
      merged.unknown.push(number)
      continue
    }
    const before = changes.length
    for (const { column, source } of sources) {
      const cell = cellAt(sheet, index, column)
      if (shownText(cell).trim() === textAt(conversion, row, source).trim()) continue
      changes.push({ row, key: source.target.key, after: cell })
    }
    if (changes.length > before) merged.changed++
    else merged.unchanged++
  }
  return { changes, merged }
}
