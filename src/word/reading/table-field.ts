import { type FieldGuess, guessField } from './labels.ts'
import type { GridCell, WordTableGrid } from './table-grid.ts'
import { getInlineText } from './word-blocks.ts'

/** Maximum number of columns of a table field, as in `fieldSchema`. */
const maxFieldColumns = 50

/** Empty rows of a table, whose header names the columns of a field. */
export interface EmptyTableRows {
  /** Index of the first empty row, and of the row after the last one. */
  from: number
  to: number
  columns: FieldGuess[]
}

export const getGridCellText = ({ lines }: GridCell) =>
  lines
    .map(({ inlines }) => getInlineText(inlines))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
const isEmpty = (cell: GridCell) => !cell.covered && cell.span === 1 && !/[^\s_.…]/.test(getGridCellText(cell))

/** Finds the empty rows below a header with a name in each column. Returns `null` if there are none. */
export function findEmptyTableRows({ rows, hasHeader }: WordTableGrid): EmptyTableRows | null {
  const [header = [], ...body] = rows
  const first = body.findIndex((cells) => cells.every(isEmpty))
  if (!hasHeader || first < 0) return null
  const length = body.slice(first).findIndex((cells) => !cells.every(isEmpty))
  const names = header.map((cell) => getGridCellText(cell))
  if (!names.every((name) => /\p{L}/u.test(name)) || header.some(({ span }) => span > 1)) return null
  if (names.length > maxFieldColumns) return null
  const columns = names.map((name) => guessField({ before: '', after: '', name, cell: '' }, null, false))
  return { from: first + 1, to: length < 0 ? rows.length : first + 1 + length, columns }
}
