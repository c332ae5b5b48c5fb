/** A cell of the table, by its place among the rows and columns that are shown. */
export interface Place {
  row: number
  column: number
}

/** One step, never beyond the edges. */
export function move(from: Place, step: Place, rows: number, columns: number): Place {
  return { row: within(from.row + step.row, rows), column: within(from.column + step.column, columns) }
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(at, count - 1))
}
