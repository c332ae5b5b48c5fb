import type { Context, Field, Values } from '../../domain/fields/field.ts'
import { fillFrom, type Join, lacking, needsRecord, type Said } from '../../domain/lists/join.ts'
import { type ListColumn, type ListedRecord, listKey } from '../../domain/lists/list.ts'
import { recordReader } from '../../domain/lists/list-binding.ts'

/** A join with what the rows need to know of its list. */
export interface SheetJoin extends Join {
  name: string
  columns: readonly ListColumn[]
}

/** Keys of records, or what another column says of them, that rows name and nobody asked for yet. */
export interface WantedKeys {
  list: string
  column?: string
  keys: string[]
}

/** What was asked for of each list and column, by key: its record, null where several have it, or undefined where none has. */
export type KnownRecords = Map<string, Map<string, Values | null | undefined>>

/** Of one list records may be known by several columns. */
const place = ({ list, column = '' }: Pick<WantedKeys, 'list' | 'column'>) => `${list} ${column}`

/** Fills the rows of a sheet from lists: each record is asked for and read once, however many rows name it. */
export class SheetJoining {
  readonly joins: readonly SheetJoin[]
  readonly #fields: readonly Field[]
  readonly #known: KnownRecords
  readonly #readers: ((record: Values) => Said)[]
  readonly #said: Map<string, Said>[]
  readonly #wanted = new Map<string, { list: string; column?: string; keys: Set<string> }>()
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
    this.joins.forEach((join, turn) => {
      const value = values[join.by]
      const key = errors[join.by] === undefined && value !== undefined ? listKey(value) : ''
      if (key === '') return
      const said = this.#saidOf(join, turn, key)
      if (said) Object.assign(put, fillFrom(said, join, values, errors))
      else if (this.want(join, key)) waits = true
      else if (needsRecord(join, this.#fields, values, errors))
        errors[join.by] = lacking(this.#known.get(place(join))?.get(key))
    })
    return { put, waits }
  }

  /** Whether the record of a key has to be asked for. */
  want(join: Join, key: string): boolean {
    if (this.#known.get(place(join))?.has(key)) return false
    const { list, column } = join
    const wanted = this.#wanted.get(place(join)) ?? { list, ...(column && { column }), keys: new Set() }
    wanted.keys.add(key)
    this.#wanted.set(place(join), wanted)
    return true
  }

  get wanted(): WantedKeys[] {
    return [...this.#wanted.values()].flatMap(({ keys, ...of }) => (keys.size > 0 ? [{ ...of, keys: [...keys] }] : []))
  }

  /** These are all records that a list has of some keys. */
  learn(wanted: WantedKeys, found: readonly ListedRecord[]): void {
    const known = this.#known.get(place(wanted)) ?? new Map<string, Values | null | undefined>()
    this.#known.set(place(wanted), known)
    for (const key of wanted.keys) {
      known.set(key, undefined)
      this.#wanted.get(place(wanted))?.keys.delete(key)
    }
    for (const { key, values } of found) known.set(key, values)
  }

  #saidOf(join: Join, turn: number, key: string): Said | undefined {
    const read = this.#said[turn]?.get(key)
    const record = this.#known.get(place(join))?.get(key)
    if (read || !record) return read
    const said = this.#readers[turn]?.(record) ?? {}
    this.#said[turn]?.set(key, said)
    return said
  }
}
