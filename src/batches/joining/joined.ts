import type { Mapping } from '../../domain/batches/columns.ts'
import type { Field } from '../../domain/fields/field.ts'
import { type Join, joinsOf, withOnly } from '../../domain/lists/join.ts'
import type { RecordList } from '../../domain/lists/list.ts'
import type { SheetJoin } from '../../sheets/reading/joining.ts'

export type JoinableList = Pick<RecordList, 'id' | 'name' | 'keyColumn' | 'columns'>

/** By key of a field: whether a list fills what the sheet leaves empty of it, where a person said so. */
export type JoinChoices = Readonly<Record<string, boolean>>

/**
 * What lists fill of a sheet whose columns are matched so: by themselves the fields without a column, and those that are fixed; of the others
 * those that a person chose.
 */
export function joinedIn(
  { mapping, joins: choices }: { mapping: Mapping; joins: JoinChoices },
  fields: readonly Field[],
  lists: readonly JoinableList[],
): Join[] {
  const placed = new Set(Object.values(mapping))
  const possible = joinsOf(fields, lists).filter(({ by }) => placed.has(by))
  const chosen = possible.flatMap(({ fixed, fills }) =>
    fills.filter((key) => fixed || (choices[key] ?? !placed.has(key))),
  )
  return withOnly(possible, new Set(chosen))
}

export const joinedKeys = (joins: readonly Join[]) => joins.flatMap(({ fills }) => fills)

/** With what the rows need to know of each list. */
export function sheetJoins(joins: readonly Join[], lists: readonly JoinableList[]): SheetJoin[] {
  return joins.flatMap((join) => {
    const list = lists.find(({ id }) => id === join.list)
    return list ? [{ ...join, name: list.name, columns: list.columns }] : []
  })
}

/** By key: the list that may bring a field, so that a sheet may lack its column. */
export function bringersOf(fields: readonly Field[], lists: readonly JoinableList[]): Map<string, string> {
  return new Map(
    joinsOf(fields, lists).flatMap(({ list, fills }) =>
      fills.map((key): [string, string] => [key, lists.find(({ id }) => id === list)?.name ?? '']),
    ),
  )
}
