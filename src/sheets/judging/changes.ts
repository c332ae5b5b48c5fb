import type { Cell } from '../files/cell.ts'
import type { RowChange } from './change-history.ts'
import type { Conversion } from './conversion.ts'
import { readingAt, sourceOf, textAt } from './groups.ts'
import { rowsOf } from './overview.ts'

/** Returns the change that sets a cell to a text typed by the user; an empty text empties the cell. */
export function typed(row: number, key: string, text: string): RowChange {
  const after: Cell = text === '' ? { kind: 'empty' } : { kind: 'text', text }
  return { row, key, after }
}

/** Returns changes that replace `text` in all cells of field `key` that hold exactly this text and have error `code`. */
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

/** Returns changes that apply the suggested correction to each cell with error `code`; skips cells without a suggestion. */
export function suggestedCells(conversion: Conversion, { key, code }: { key: string; code: string }): RowChange[] {
  const source = sourceOf(conversion, key)
  if (!source) return []
  return inError(conversion, key, code).flatMap((row): RowChange[] => {
    const reading = readingAt(conversion, row, source)
    return 'error' in reading && reading.suggestion !== undefined ? [typed(row, key, reading.suggestion)] : []
  })
}

/** Returns changes that discard every row whose field `key` has error `code`. */
export function discardedGroup(conversion: Conversion, { key, code }: { key: string; code: string }): RowChange[] {
  return inError(conversion, key, code).map((row): RowChange => ({ row, flag: 'discarded', on: true }))
}

function inError(conversion: Conversion, key: string, code: string): number[] {
  return Array.from(rowsOf(conversion, { key, code }))
}
