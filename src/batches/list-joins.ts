import type { ColumnMapping } from '../domain/batches/column-matching.ts'
import type { Field } from '../domain/fields/field.ts'
import { maxKeysPerLookup } from '../domain/lists/list.ts'
import { getListJoins, type ListJoin, restrictJoinsToFields } from '../domain/lists/list-join.ts'
import type { RecordList, RecordMatch } from '../domain/lists/list-output.ts'
import { isApiError } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { isTransientError, retryUntilSuccess } from '../lib/retry.ts'
import type { ListRowLookup, NamedListJoin } from '../sheets/reading/list-joiner.ts'
import type { SheetWorkerClient } from '../sheets/worker/sheet-worker-client.ts'

export type JoinableList = Pick<RecordList, 'id' | 'name' | 'keyColumn' | 'columns'>

/** User's choices by field key: whether a list of the organisation fills the field instead of a sheet column. */
export type ListJoinSelection = Readonly<Record<string, boolean>>

/** Returns the list joins of a sheet. Fixed joins always apply; others fill fields without a column unless changed. */
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

export function toNamedListJoins(joins: readonly ListJoin[], lists: readonly JoinableList[]): NamedListJoin[] {
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

/** Loads the list records with the `wanted` keys, in chunks of `maxKeysPerLookup` keys, and passes them to the worker. Retries temporary errors. */
export async function loadListRecords(
  reading: SheetWorkerClient,
  wanted: readonly ListRowLookup[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const total = wanted.reduce((sum, { keys }) => sum + keys.length, 0)
  let done = 0
  for (const { keys, ...of } of wanted)
    for (let from = 0; from < keys.length; from += maxKeysPerLookup) {
      const part = keys.slice(from, from + maxKeysPerLookup)
      onProgress(done, total)
      const asked = { ...of, keys: part }
      await reading.addListRecords(asked, await fetchRecords(asked, reading.signal))
      done += part.length
    }
  if (total > 0) onProgress(total, total)
}

/** Loads the list records that corrected rows refer to and the worker does not have yet. */
export const loadMissingRecords = async (reading: SheetWorkerClient) =>
  loadListRecords(reading, await reading.getMissingRecordKeys())

/** Loads the list records with the given keys; returns none if the list was deleted or the user cannot read it. */
async function fetchRecords({ list, ...body }: ListRowLookup, signal: AbortSignal): Promise<RecordMatch[]> {
  const path = `/api/app/lists/${list}/records`
  const call = () => pb.send<{ items: RecordMatch[] }>(path, { method: 'POST', body, signal })
  try {
    return (await retryUntilSuccess(call, { signal, isExpected: isTransientError })).items
  } catch (error) {
    signal.throwIfAborted()
    if (isApiError(error) && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}
