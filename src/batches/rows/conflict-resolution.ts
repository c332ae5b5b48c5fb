import type { CorrectedCell, CorrectionDiff } from '../../sheets/validation/correction-diff.ts'

export type RowConflictSide = 'page' | 'book'

/** Choice between page and workbook for rows that both changed. `all`: default; `rows`: exceptions by row number. */
export interface ConflictResolution {
  all: RowConflictSide
  rows: Readonly<Record<number, RowConflictSide>>
}

export const getRowConflictSide = ({ all, rows }: ConflictResolution, row: number): RowConflictSide => rows[row] ?? all

export function selectCorrectedCells(
  { changes, conflicts }: CorrectionDiff,
  choice: ConflictResolution,
): CorrectedCell[] {
  return [...changes, ...conflicts.filter(({ row }) => getRowConflictSide(choice, row) === 'book')]
}

export const countCorrectedRows = (cells: readonly CorrectedCell[]) => new Set(cells.map(({ row }) => row)).size

export function groupCellsByRow(cells: readonly CorrectedCell[]): { row: number; cells: CorrectedCell[] }[] {
  const rows = new Map<number, CorrectedCell[]>()
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell])
  return [...rows].map(([row, found]) => ({ row, cells: found }))
}
