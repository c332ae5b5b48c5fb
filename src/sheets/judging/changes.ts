import type { Cell } from '../files/cell.ts'
import type { RowChange } from './change-history.ts'
import type { Conversion } from './conversion.ts'
import { readingAt, sourceOf, textAt } from './groups.ts'
import { rowsOf } from './overview.ts'

/** What a person typed into a cell. */
export function typed(row: number, key: string, text: string): RowChange {
  const after: Cell = text === '' ? { kind: 'empty' } : { kind: 'text', text }
  return { row, key, after }
}

/** The changes that put one text into all cells of a field that hold the same text and have the same error. */
export function equalCells(
  conversion: Conversion,
  { key, code }: { key: string; code: string },
  text: string,
  replacement: string,
): RowChange[] {
  const source = sourceOf(conversion, key)
  if (!source) return []
  const equal = inError(conversion, key, code).filter((row) => textAt(conversion, row, source) === text)
  return equal.map((row) => typed(row, key, replacement))
}

/** The changes that put into each cell of a group what is suggested for it, where something is. */
export function suggestedCells(conversion: Conversion, { key, code }: { key: string; code: string }): RowChange[] {
  const source = sourceOf(conversion, key)
  if (!source) return []
  return inError(conversion, key, code).flatMap((row): RowChange[] => {
    const reading = readingAt(conversion, row, source)
    return 'error' in reading && reading.suggestion !== undefined ? [typed(row, key, reading.suggestion)] : []
  })
}

/** The changes that discard every row with this error. */
export function discardedGroup(conversion: Conversion, { key, code }: { key: string; code: string }): RowChange[] {
  return inError(conversion, key, code).map((row): RowChange => ({ row, flag: 'discarded', on: true }))
}

function inError(conversion: Conversion, key: string, code: string): number[] {
  return Array.from(rowsOf(conversion, { key, code }))
}
