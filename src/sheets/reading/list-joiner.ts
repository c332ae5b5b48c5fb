import type { Field, ValidationContext, Values } from '../../domain/fields/field.ts'
import { type ListColumn, normalizeRecordKey } from '../../domain/lists/list.ts'
import { createRecordConverter } from '../../domain/lists/list-binding.ts'
import {
  fillFromRecord,
  getMissingRecordError,
  type ListJoin,
  needsListRecord,
  type RecordFieldValues,
} from '../../domain/lists/list-join.ts'
import type { RecordMatch } from '../../domain/lists/list-output.ts'

export interface NamedListJoin extends ListJoin {
  name: string
  columns: readonly ListColumn[]
}

/** Keys of list records to load, not requested before; with `column`, they are values of this list column. */
export interface ListRowLookup {
  list: string
  column?: string
  keys: string[]
}

/** Loaded records by list and column, then by key. `null`: several records match the key. `undefined`: none matches. */
export type ListRecordCache = Map<string, Map<string, Values | null | undefined>>

const getCacheKey = ({ list, column = '' }: Pick<ListRowLookup, 'list' | 'column'>) => `${list} ${column}`

/** Fills cells of a sheet with values from lists. Requests and parses each record once, even if many rows reference it. */
export class ListRecordJoiner {
  readonly joins: readonly NamedListJoin[]
  readonly #fields: readonly Field[]
  readonly #known: ListRecordCache
  /** Joins with the function that converts their records to field values, once for each record. */
  readonly #converters: { join: NamedListJoin; convert: (record: Values) => RecordFieldValues }[]
  readonly #wanted = new Map<string, { list: string; column?: string; keys: Set<string> }>()

  constructor(
    joins: readonly NamedListJoin[],
    fields: readonly Field[],
    context: ValidationContext,
    known: ListRecordCache,
  ) {
    this.joins = joins
    this.#fields = fields
    this.#known = known
    this.#converters = joins.map((join) => {
      const field = fields.find(({ key }) => key === join.field)
      const read = field ? createRecordConverter(field, fields, join.columns, context) : () => ({})
      const converted = new Map<Values, RecordFieldValues>()
      const convert = (record: Values) => {
        const recordValues = converted.get(record) ?? read(record)
        converted.set(record, recordValues)
        return recordValues
      }
      return { join, convert }
    })
  }

  joinOf(key: string): NamedListJoin | undefined {
    return this.joins.find(({ fills }) => fills.includes(key))
  }

  /** Fills a row from the loaded records. Returns the filled values in `put`; `waits`: a record is not loaded yet. */
  fill(values: Values, errors: Record<string, string>): { put: Values; waits: boolean } {
    const put: Values = {}
    let waits = false
    for (const { join, convert } of this.#converters) {
      const value = values[join.by]
      const key = errors[join.by] === undefined && value !== undefined ? normalizeRecordKey(value) : ''
      if (key === '') continue
      const record = this.#known.get(getCacheKey(join))?.get(key)
      if (record) Object.assign(put, fillFromRecord(convert(record), join, values, errors))
      else if (this.want(join, key)) waits = true
      else if (needsListRecord(join, this.#fields, values, errors)) errors[join.by] = getMissingRecordError(record)
    }
    return { put, waits }
  }

  /** Adds `key` to the keys to request, unless its record is loaded. Returns whether the record is still to be loaded. */
  want(join: ListJoin, key: string): boolean {
    if (this.#known.get(getCacheKey(join))?.has(key)) return false
    const { list, column } = join
    const wanted = this.#wanted.get(getCacheKey(join)) ?? { list, ...(column && { column }), keys: new Set() }
    wanted.keys.add(key)
    this.#wanted.set(getCacheKey(join), wanted)
    return true
  }

  get wanted(): ListRowLookup[] {
    return [...this.#wanted.values()].flatMap(({ keys, ...of }) => (keys.size > 0 ? [{ ...of, keys: [...keys] }] : []))
  }

  /** Stores the records that the server found. Requested keys without a record count as not found. */
  addRecords(wanted: ListRowLookup, found: readonly RecordMatch[]): void {
    const known = this.#known.get(getCacheKey(wanted)) ?? new Map<string, Values | null | undefined>()
    this.#known.set(getCacheKey(wanted), known)
    for (const key of wanted.keys) {
      known.set(key, undefined)
      this.#wanted.get(getCacheKey(wanted))?.keys.delete(key)
    }
    for (const { key, values } of found) known.set(key, values)
  }
}
