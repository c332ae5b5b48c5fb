import type { CorrectedCell, CorrectionDiff } from '../../sheets/validation/correction-diff.ts'

export type Side = 'page' | 'book'

/** Side that wins if page and workbook changed the same row. `all`: default; `rows`: exceptions by row number. */
export interface BookChoice {
  all: Side
  rows: Readonly<Record<number, Side>>
}

export const sideOf = ({ all, rows }: BookChoice, row: number): Side => rows[row] ?? all

export function chosenCells({ changes, conflicts }: CorrectionDiff, choice: BookChoice): CorrectedCell[] {
  return [...changes, ...conflicts.filter(({ row }) => sideOf(choice, row) === 'book')]
}

export const rowsIn = (cells: readonly CorrectedCell[]) => new Set(cells.map(({ row }) => row)).size

export function byRow(cells: readonly CorrectedCell[]): { row: number; cells: CorrectedCell[] }[] {
  const rows = new Map<number, CorrectedCell[]>()
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell])
  return [...rows].map(([row, found]) => ({ row, cells: found }))
}
