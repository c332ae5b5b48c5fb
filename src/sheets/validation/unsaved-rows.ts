import { maxRowsPerChunk } from '../../domain/batches/batch.ts'

/**
 * Rows changed since the batch last stored them. Changes are numbered, so that `remove` keeps rows changed after
 * `moment`.
 */
export class UnsavedRows {
  readonly #rows = new Map<number, number>()
  #step = 0

  add(row: number): void {
    this.#rows.delete(row)
    this.#rows.set(row, ++this.#step)
  }

  /** Returns the first changed rows, at most one chunk. `moment` is the current sequence number, to pass to `remove` after storing. */
  getFirstChunk(): { rows: number[]; moment: number } {
    return { rows: [...this.#rows.keys()].slice(0, maxRowsPerChunk), moment: this.#step }
  }

  remove(rows: readonly number[], moment: number): void {
    for (const row of rows) if ((this.#rows.get(row) ?? 0) <= moment) this.#rows.delete(row)
  }
}
