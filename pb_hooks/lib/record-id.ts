import { queryRow } from './sql.ts'

/** Returns a new record id in PocketBase's notation, for records whose id is needed before the save. */
export const generateRecordId = () => $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789')

/** Returns whether an id is reserved for a row of a batch. Requests of a batch share the first 10 characters of the batch id. */
export function isReservedForBatch(app: CoreApp, id: string): boolean {
  const prefix = id.slice(0, 10)
  const query = "SELECT id FROM batches WHERE id >= {:prefix} AND id < {:prefix} || '{' LIMIT 1"
  return queryRow(app, query, { prefix }, { id: '' }) !== undefined
}

export const getIds = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id)
