/** Index of values in unique fields. Of the rows with equal values, all except the first are duplicates. */
export class DuplicateIndex {
  readonly #holders = new Map<string, Map<string, number[]>>()
  readonly #values = new Map<string, (string | undefined)[]>()

  /** Sets the value of a row; returns the rows whose duplicate error may change. */
  set(key: string, row: number, value: string | undefined): number[] {
    const values = this.#values.get(key) ?? []
    const holders = this.#holders.get(key) ?? new Map<string, number[]>()
    this.#values.set(key, values)
    this.#holders.set(key, holders)
    const before = values[row]
    if (before === value) return [row]
    values[row] = value
    const touched = [row]
    if (before !== undefined) {
      const left = (holders.get(before) ?? []).filter((other) => other !== row)
      if (left.length === 0) holders.delete(before)
      else holders.set(before, left)
      touched.push(...left)
    }
    if (value !== undefined) {
      const others = holders.get(value)
      if (others) touched.push(...others)
      holders.set(value, others ? insertSorted(others, row) : [row])
    }
    return touched
  }

  /** Returns all rows with the same value as `row`, including `row`. */
  equals(key: string, row: number): readonly number[] {
    const value = this.#values.get(key)?.[row]
    return value === undefined ? [] : (this.#holders.get(key)?.get(value) ?? [])
  }
}

/** Inserts a row position in ascending order. Usually appends it, because validation visits rows in order. */
function insertSorted(rows: number[], row: number): number[] {
  if ((rows.at(-1) ?? -1) < row) rows.push(row)
  else
    rows.splice(
      rows.findIndex((other) => other > row),
      0,
      row,
    )
  return rows
}
