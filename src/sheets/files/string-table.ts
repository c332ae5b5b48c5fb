/** Deduplicated texts of a workbook. A cell stores the id of its text; equal texts share an id. */
export class StringTable {
  readonly #ids = new Map<string, number>()
  #texts: string[] = []

  /** Adds a text and returns its id. */
  add(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }

  get(id: number): string {
    return this.#texts[id] as string
  }

  /** Returns the first `count` texts. */
  list(count: number): string[] {
    return this.#texts.slice(0, count)
  }

  /** Returns a copy with changed texts under the same ids. */
  map(change: (text: string) => string): StringTable {
    const changed = new StringTable()
    changed.#texts = this.#texts.map(change)
    return changed
  }
}
