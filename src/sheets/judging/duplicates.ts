/** Values of fields that must differ from row to row: all but the first row that holds one are duplicates. */
export class Duplicates {
  readonly #holders = new Map<string, Map<string, number[]>>()
  readonly #values = new Map<string, (string | undefined)[]>()

  /** Notes the value of a row and returns the rows for which it may matter. */
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
      holders.set(value, others ? insert(others, row) : [row])
    }
    return touched
  }

  /** All rows that hold the same value as this one. */
  equals(key: string, row: number): readonly number[] {
    const value = this.#values.get(key)?.[row]
    return value === undefined ? [] : (this.#holders.get(key)?.get(value) ?? [])
  }
}

/** In rising order; rows come that way while a sheet is judged. */
function insert(rows: number[], row: number): number[] {
  if ((rows.at(-1) ?? -1) < row) rows.push(row)
  else
    rows.splice(
      rows.findIndex((other) => other > row),
      0,
      row,
    )
  return rows
}
