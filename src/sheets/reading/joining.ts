import type { Context, Field, Values } from '../../domain/field.ts'
import { fillFrom, type Join, needsRecord, type Said } from '../../domain/join.ts'
import { type ListColumn, type ListedRecord, listKey } from '../../domain/list.ts'
import { recordReader } from '../../domain/list-binding.ts'

/** A join with what the rows need to know of its list. */
export interface SheetJoin extends Join {
  name: string
  columns: readonly ListColumn[]
}

/** Keys of records that rows name and nobody asked for yet. */
export interface WantedKeys {
  list: string
  keys: string[]
}

/** What was asked for of each list, by key: its record, or null where it has none. */
export type KnownRecords = Map<string, Map<string, Values | null>>

/** Fills the rows of a sheet from lists: each record is asked for and read once, however many rows name it. */
export class SheetJoining {
  readonly joins: readonly SheetJoin[]
  readonly #fields: readonly Field[]
  readonly #known: KnownRecords
  readonly #readers: ((record: Values) => Said)[]
  readonly #said: Map<string, Said>[]
  readonly #wanted = new Map<string, Set<string>>()
  readonly #fills: Set<string>

  constructor(joins: readonly SheetJoin[], fields: readonly Field[], context: Context, known: KnownRecords) {
    this.joins = joins
    this.#fields = fields
    this.#known = known
    this.#said = joins.map(() => new Map())
    this.#readers = joins.map((join) => {
      const field = fields.find(({ key }) => key === join.field)
      return field ? recordReader(field, fields, join.columns, context) : () => ({})
    })
    this.#fills = new Set(joins.flatMap(({ fills }) => fills))
  }

  fills(key: string): boolean {
    return this.#fills.has(key)
  }

  joinOf(key: string): SheetJoin | undefined {
    return this.joins.find(({ fills }) => fills.includes(key))
  }

  /** Fills one row, as far as its records are known; answers what it put, and whether one has to be asked for first. */
  fill(values: Values, errors: Record<string, string>): { put: Values; waits: boolean } {
    const put: Values = {}
    let waits = false
    this.joins.forEach((join, place) => {
      const value = values[join.by]
      const key = errors[join.by] === undefined && value !== undefined ? listKey(value) : ''
      if (key === '') return
      const said = this.#saidOf(join, place, key)
      if (said) Object.assign(put, fillFrom(said, join, values, errors))
      else if (this.want(join, key)) waits = true
      else if (needsRecord(join, this.#fields, values, errors)) errors[join.by] = 'list.unknown'
    })
    return { put, waits }
  }

  /** Whether the record of a key has to be asked for. */
  want({ list }: Join, key: string): boolean {
    if (this.#known.get(list)?.has(key)) return false
    const keys = this.#wanted.get(list) ?? new Set()
    this.#wanted.set(list, keys.add(key))
    return true
  }

  get wanted(): WantedKeys[] {
    return [...this.#wanted].flatMap(([list, keys]) => (keys.size > 0 ? [{ list, keys: [...keys] }] : []))
  }

  /** These are all records that a list has of some keys. */
  learn({ list, keys }: WantedKeys, found: readonly ListedRecord[]): void {
    const known = this.#known.get(list) ?? new Map<string, Values | null>()
    this.#known.set(list, known)
    for (const key of keys) {
      known.set(key, null)
      this.#wanted.get(list)?.delete(key)
    }
    for (const { key, values } of found) known.set(key, values)
  }

  #saidOf({ list }: Join, place: number, key: string): Said | undefined {
    const read = this.#said[place]?.get(key)
    const record = this.#known.get(list)?.get(key)
    if (read || !record) return read
    const said = this.#readers[place]?.(record) ?? {}
    this.#said[place]?.set(key, said)
    return said
  }
}
