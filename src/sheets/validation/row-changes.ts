import type { Cell } from '../files/cell.ts'
import type { RowChange } from './change-history.ts'
import { filterRows } from './conversion-overview.ts'
import { findColumnSourceByFieldKey, getCellTextAt, parseCellOfRow } from './error-groups.ts'
import type { SheetConversion } from './sheet-conversion.ts'

/** Returns the change that sets a cell to a text typed by the user. An empty text clears the cell. */
export function createTextChange(row: number, key: string, text: string): RowChange {
  const after: Cell = text === '' ? { kind: 'empty' } : { kind: 'text', text }
  return { row, key, after }
}

/** Returns changes that replace `text` in all cells of field `key` that hold exactly this text and have error `code`. */
export function createReplaceChanges(
  conversion: SheetConversion,
  { key, code }: { key: string; code: string },
  text: string,
  replacement: string,
): RowChange[] {
  const source = findColumnSourceByFieldKey(conversion, key)
  if (!source) return []
  const equal = listRowsWithError(conversion, key, code).filter(
    (row) => getCellTextAt(conversion, row, source) === text,
  )
  return equal.map((row) => createTextChange(row, key, replacement))
}

/** Returns changes that apply the suggested correction to each cell with error `code`; skips cells without a suggestion. */
export function createSuggestionChanges(
  conversion: SheetConversion,
  { key, code }: { key: string; code: string },
): RowChange[] {
  const source = findColumnSourceByFieldKey(conversion, key)
  if (!source) return []
  return listRowsWithError(conversion, key, code).flatMap((row): RowChange[] => {
    const reading = parseCellOfRow(conversion, row, source)
    return 'error' in reading && reading.suggestion !== undefined
      ? [createTextChange(row, key, reading.suggestion)]
      : []
  })
}

/** Returns changes that discard every row whose field `key` has error `code`. */
export function createChangesToDiscardRows(
  conversion: SheetConversion,
  { key, code }: { key: string; code: string },
): RowChange[] {
  return listRowsWithError(conversion, key, code).map((row): RowChange => ({ row, flag: 'discarded', on: true }))
}

function listRowsWithError(conversion: SheetConversion, key: string, code: string): number[] {
  return Array.from(filterRows(conversion, { key, code }))
}
