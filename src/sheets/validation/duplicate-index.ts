/** Index of the values in a unique field. Of the rows with equal values, all except the first are duplicates. */
export class DuplicateIndex {
  readonly #values: (string | undefined)[] = []
  /** Positions of the rows with a value, ascending. */
  readonly #rows = new Map<string, number[]>()

  /** Sets the value of a row; returns the rows whose duplicate error may change: this row, and the first ones of the two values. */
  set(row: number, value: string | undefined): number[] {
    const before = this.#values[row]
    const changed = [row]
    if (before === value) return changed
    this.#values[row] = value
    if (before !== undefined) {
      const rows = this.#rows.get(before) ?? []
      rows.splice(rows.indexOf(row), 1)
      changed.push(...rows.slice(0, 1))
    }
    if (value !== undefined) {
      const rows = this.#rows.get(value) ?? []
      changed.push(...rows.slice(0, 1))
      rows.splice(rows.findLastIndex((other) => other < row) + 1, 0, row)
      this.#rows.set(value, rows)
    }
    return changed
  }

  isDuplicate(row: number): boolean {
    const value = this.#values[row]
    return value !== undefined && this.#rows.get(value)?.[0] !== row
  }
}
