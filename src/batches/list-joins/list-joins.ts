import type { ColumnMapping } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { RecordList } from '../../domain/lists/list.ts'
import { getListJoins, type ListJoin, restrictJoinsToFields } from '../../domain/lists/list-join.ts'
import type { ListJoinDetails } from '../../sheets/reading/list-joiner.ts'

export type JoinableList = Pick<RecordList, 'id' | 'name' | 'keyColumn' | 'columns'>

/** User's choices by field key: whether a list of the organisation fills the field instead of a sheet column. */
export type ListJoinSelection = Readonly<Record<string, boolean>>

/**
 * Returns the list joins of a sheet for its column mapping. A fixed join always applies. Other lists fill fields
 * without a column by default; the user can change this per field.
 */
export function selectListJoins(
  { mapping, joins: choices }: { mapping: ColumnMapping; joins: ListJoinSelection },
  fields: readonly Field[],
  lists: readonly JoinableList[],
): ListJoin[] {
  const placed = new Set(Object.values(mapping))
  const possible = getListJoins(fields, lists).filter(({ by }) => placed.has(by))
  const chosen = possible.flatMap(({ fixed, fills }) =>
    fills.filter((key) => fixed || (choices[key] ?? !placed.has(key))),
  )
  return restrictJoinsToFields(possible, new Set(chosen))
}

export const getJoinedFieldKeys = (joins: readonly ListJoin[]) => joins.flatMap(({ fills }) => fills)

export function toSheetJoins(joins: readonly ListJoin[], lists: readonly JoinableList[]): ListJoinDetails[] {
  return joins.flatMap((join) => {
    const list = lists.find(({ id }) => id === join.list)
    return list ? [{ ...join, name: list.name, columns: list.columns }] : []
  })
}

/** Returns the names of the lists of the organisation that can fill a field, by field key. */
export function getListNamesByField(fields: readonly Field[], lists: readonly JoinableList[]): Map<string, string> {
  return new Map(
    getListJoins(fields, lists).flatMap(({ list, fills }) =>
      fills.map((key): [string, string] => [key, lists.find(({ id }) => id === list)?.name ?? '']),
    ),
  )
}
