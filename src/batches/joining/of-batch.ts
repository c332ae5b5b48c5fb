import type { Field } from '../../domain/fields/field.ts'
import { getListJoins, restrictJoins } from '../../domain/lists/list-join.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { type JoinableList, sheetJoins } from './joined.ts'
import { lookUpTyped } from './look-up.ts'

/** Returns the joins of a batch and a function that requests the records named by corrected rows. */
export function batchJoining(fields: readonly Field[], lists: readonly JoinableList[], joined: readonly string[]) {
  const joins = sheetJoins(restrictJoins(getListJoins(fields, lists), new Set(joined)), lists)
  return { joins, settle: (reading: SheetWorkerClient) => lookUpTyped(reading) }
}
