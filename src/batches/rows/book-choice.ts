import type { CellChange, Weighed } from '../../sheets/judging/correction.ts'

export type Side = 'page' | 'book'

/** Which side stays where both changed: one answer for all, and others for single rows. */
export interface BookChoice {
  all: Side
  rows: Readonly<Record<number, Side>>
}

export const sideOf = ({ all, rows }: BookChoice, row: number): Side => rows[row] ?? all

/** The cells that the page takes over from the book. */
export function chosenCells({ changes, conflicts }: Weighed, choice: BookChoice): CellChange[] {
  return [...changes, ...conflicts.filter(({ row }) => sideOf(choice, row) === 'book')]
}

export const rowsIn = (cells: readonly CellChange[]) => new Set(cells.map(({ row }) => row)).size

/** Cells by the row that they are in. */
export function byRow(cells: readonly CellChange[]): { row: number; cells: CellChange[] }[] {
  const rows = new Map<number, CellChange[]>()
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell])
  return [...rows].map(([row, found]) => ({ row, cells: found }))
}
