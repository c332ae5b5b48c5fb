import { maxColumns } from '../../src/domain/batches/batch.ts'
import type { PortionRow } from '../../src/domain/batches/batch-input.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import {
  fillFrom,
  forgiveAwaited,
  type Join,
  joinsOf,
  lacking,
  needsRecord,
  type Said,
  withOnly,
} from '../../src/domain/lists/join.ts'
import { listKey } from '../../src/domain/lists/list.ts'
import { recordReader } from '../../src/domain/lists/list-binding.ts'
import { type BoundList, boundLists, currentFor, recordsOf } from '../formats/records.ts'
import type { Version } from '../formats/versions.ts'
import { contextOf } from '../lib/clock.ts'
import { readable } from '../lib/faults.ts'
import { refuse } from '../lib/refusal.ts'

/** Lists fill only what somebody asked for who may see them. */
export function refuseUnseen(app: CoreApp, { fields }: Version, person: string, joined: readonly string[]) {
  if (joined.length === 0) return
  const seen = boundLists(app, fields).filter(({ id }) => currentFor(app, person, id) !== undefined)
  const fills = new Set(joinsOf(fields, seen).flatMap((join) => join.fills))
  if (!joined.every((key) => fills.has(key))) throw refuse('list.notFound', 400, { joined: 'list.notFound' })
}

export interface BatchJoining {
  /** Fills a row by the keys of its records; answers what is wrong with these. */
  fill(values: Values, wrong: Record<string, string>): Record<string, string>
  /** Leaves out what is only missing because a key is wrong. */
  forgive(errors: Record<string, string>): void
}

/** What the lists of a batch fill in these rows, all their records read at once; a list that its owner sees no more has none for him. */
export function joiningOf(
  app: CoreApp,
  { fields }: Version,
  batch: core.Record,
  rows: readonly PortionRow[],
): BatchJoining | undefined {
  const joined = readable<string[]>(batch.getString('joined'), []).slice(0, maxColumns)
  if (joined.length === 0) return undefined
  const lists = boundLists(app, fields)
  const joins = withOnly(joinsOf(fields, lists), new Set(joined))
  const owner = batch.getString('owner')
  const known = joins.map((join) => saidOf(app, fields, join, lists, owner, rows))
  return {
    fill(values, wrong) {
      const errors: Record<string, string> = {}
      joins.forEach((join, place) => {
        const key = wrong[join.by] === undefined ? keyIn(values, join) : ''
        if (key === '') return
        const said = known[place]?.(key)
        if (said) fillFrom(said, join, values, wrong)
        else if (needsRecord(join, fields, values, wrong)) errors[join.by] = lacking(said)
      })
      return errors
    },
    forgive: (errors) => forgiveAwaited(joins, errors),
  }
}

function keyIn(values: Readonly<Record<string, unknown>>, { by }: Join): string {
  const value = values[by]
  return typeof value === 'string' || typeof value === 'number' ? listKey(value) : ''
}

function saidOf(
  app: CoreApp,
  fields: Version['fields'],
  join: Join,
  lists: readonly BoundList[],
  owner: string,
  rows: readonly PortionRow[],
): (key: string) => Said | null | undefined {
  const field = fields.find(({ key }) => key === join.field)
  const list = lists.find(({ id }) => id === join.list)
  const current = currentFor(app, owner, join.list)
  if (!field || !list || !current) return () => undefined
  const read = recordReader(field, fields, list.columns, contextOf(app))
  const records = recordsOf(app, current, [...new Set(rows.map(({ values }) => keyIn(values, join)))], join.column)
  const known = new Map(records.map(({ key, values }) => [key, values && read(values)]))
  return (key) => known.get(key)
}
