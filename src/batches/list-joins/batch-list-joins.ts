import type { Field } from '../../domain/fields/field.ts'
import { getListJoins, restrictJoinsToFields } from '../../domain/lists/list-join.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { type JoinableList, toSheetJoins } from './list-joins.ts'
import { loadMissingRecords } from './load-records.ts'

/** Returns the joins with lists of the organisation for a batch. `loadRecords` loads the list records that corrected rows refer to. */
export function createBatchListJoins(
  fields: readonly Field[],
  lists: readonly JoinableList[],
  joined: readonly string[],
) {
  const joins = toSheetJoins(restrictJoinsToFields(getListJoins(fields, lists), new Set(joined)), lists)
  return { joins, loadRecords: (reading: SheetWorkerClient) => loadMissingRecords(reading) }
}
