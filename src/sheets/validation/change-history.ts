import type { Cell } from '../files/cell.ts'
import type { SheetConversion } from './sheet-conversion.ts'

/** Change of a cell or of a flag of one row. If `after` is undefined, the change removes the user's edit of the cell. */
export type RowChange =
  | { row: number; key: string; after: Cell | undefined }
  | { row: number; flag: 'discarded' | 'accepted' | 'confirmed'; on: boolean }

export class ChangeHistory {
  readonly #conversion: SheetConversion
  readonly #onChange: (row: number) => void
  readonly #steps: RowChange[][] = []
  readonly #undone: RowChange[][] = []

  constructor(conversion: SheetConversion, onChange: (row: number) => void = () => {}) {
    this.#conversion = conversion
    this.#onChange = onChange
  }

  get length(): number {
    return this.#steps.length
  }

  /** Number of steps that can be redone. */
  get undone(): number {
    return this.#undone.length
  }

  /** Applies the changes as one undo step and validates their rows again. */
  do(changes: readonly RowChange[]): void {
    if (changes.length === 0) return
    this.#undone.length = 0
    this.#steps.push(this.#apply(changes))
  }

  /** Undoes the last step; returns its number of row changes, or 0 if there is nothing to undo. */
  undo(): number {
    return this.#move(this.#steps, this.#undone)
  }

  /** Redoes the last undone step; returns its number of row changes, or 0 if there is nothing to redo. */
  redo(): number {
    return this.#move(this.#undone, this.#steps)
  }

  #move(from: RowChange[][], to: RowChange[][]): number {
    const step = from.pop()
    if (step) to.push(this.#apply(step))
    return step?.length ?? 0
  }

  #apply(changes: readonly RowChange[]): RowChange[] {
    const reverse = changes.map((change) => this.#applyOne(change))
    for (const row of new Set(changes.map((change) => change.row))) {
      this.#conversion.clearServerErrors(row)
      this.#conversion.refresh(row)
      this.#onChange(row)
    }
    return reverse.reverse()
  }

  #applyOne(change: RowChange): RowChange {
    const { edits } = this.#conversion
    const { row } = change
    if ('key' in change) {
      const cells = edits.get(row) ?? new Map<string, Cell>()
      const before = cells.get(change.key)
      if (change.after === undefined) cells.delete(change.key)
      else cells.set(change.key, change.after)
      if (cells.size === 0) edits.delete(row)
      else edits.set(row, cells)
      return { row, key: change.key, after: before }
    }
    const rows = this.#conversion[change.flag]
    const was = rows.has(row)
    if (change.on) rows.add(row)
    else rows.delete(row)
    return { ...change, on: was }
  }
}
