import { maxPortion } from '../../domain/batches/batch.ts'

/** The rows changed since the batch last stored them, each with a rising moment: `forget` drops those that did not change after the moment it is given. */
export class Unkept {
  readonly #rows = new Map<number, number>()
  #step = 0

  note(row: number): void {
    this.#rows.delete(row)
    this.#rows.set(row, ++this.#step)
  }

  /** The first of them, and the moment that `forget` wants to hear. */
  take(): { rows: number[]; moment: number } {
    return { rows: [...this.#rows.keys()].slice(0, maxPortion), moment: this.#step }
  }

  forget(rows: readonly number[], moment: number): void {
    for (const row of rows) if ((this.#rows.get(row) ?? 0) <= moment) this.#rows.delete(row)
  }
}
