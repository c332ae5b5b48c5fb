/** Error or warning code of each cell. Stores one byte per cell, an index into the list of distinct codes, because a sheet may have 100,000 rows. */
export class CellCodes {
  readonly #columns = new Map<string, Uint8Array>()
  readonly #codes: string[] = ['']
  readonly #rows: number

  constructor(rows: number) {
    this.#rows = rows
  }

  get keys(): string[] {
    return [...this.#columns.keys()]
  }

  get(row: number, key: string): string | undefined {
    return this.#codes[this.#columns.get(key)?.[row] ?? 0] || undefined
  }

  set(row: number, key: string, code: string | undefined): void {
    let column = this.#columns.get(key)
    if (column === undefined) {
      if (code === undefined) return
      column = new Uint8Array(this.#rows)
      this.#columns.set(key, column)
    }
    column[row] = code === undefined ? 0 : this.#number(code)
  }

  replace(row: number, codes: Readonly<Record<string, string>>): void {
    for (const column of this.#columns.values()) column[row] = 0
    for (const key in codes) this.set(row, key, codes[key])
  }

  of(row: number): Record<string, string> {
    const found: Record<string, string> = {}
    for (const [key, column] of this.#columns) {
      const code = column[row]
      if (code) found[key] = this.#codes[code] as string
    }
    return found
  }

  has(row: number): boolean {
    for (const column of this.#columns.values()) if (column[row]) return true
    return false
  }

  *entries(key: string): Generator<[row: number, code: string]> {
    const column = this.#columns.get(key)
    if (column)
      for (let row = 0; row < column.length; row++)
        if (column[row]) yield [row, this.#codes[column[row] as number] as string]
  }

  #number(code: string): number {
    const known = this.#codes.indexOf(code)
    if (known >= 0) return known
    if (this.#codes.length > 255) throw new RangeError(`too many codes: ${code}`)
    return this.#codes.push(code) - 1
  }
}
