import { executeSql, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'

/** Requests per transaction; other writers can run between them. */
const chunkSize = 1_000

/** SQL that moves the next requests of one user, by the trigger `manager_changes_move`; `moved` is -1 if none is left. */
const moveChunk = `UPDATE manager_changes SET moved = ifnull((SELECT max(serial) FROM (
    SELECT serial FROM requests WHERE managed = user AND managed != '' AND serial > moved ORDER BY serial LIMIT ${chunkSize})), -1)
  WHERE user = (SELECT user FROM manager_changes LIMIT 1) RETURNING moved`

/** Moves the waiting requests of users whose manager changed to the new manager. The change itself moved only the first of them. */
export function moveManagedRequests(app: CoreApp) {
  for (let isLeft = true; isLeft; engine.yieldToWriters())
    writeInTransaction(app, (tx) => {
      isLeft = queryRows(tx, moveChunk, {}, { moved: 0 }).length > 0
      executeSql(tx, 'DELETE FROM manager_changes WHERE moved < 0', {})
    })
}
