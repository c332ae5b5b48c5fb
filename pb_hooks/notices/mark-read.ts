import { readNoticesSchema } from '../../src/domain/notices/notice-input.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { readInput } from '../lib/http.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'

/** SQL assignments that mark a notice as read; bind `now`. */
export const readNoticeAssignments = "readAt = {:now}, topic = id, mail = ''"

/** `POST /api/app/notices/read`: marks the user's own notices as read, and notifies the user's other open pages. */
export function markNoticesRead(e: core.RequestEvent) {
  const caller = requireUser(e)
  const asked = readInput(e, readNoticesSchema)
  writeInTransaction(e.app, (tx) => {
    const meant = 'ids' in asked ? 'id IN (SELECT value FROM json_each({:meant}))' : 'notifiedAt <= {:meant}'
    const [last] = queryRows(
      tx,
      `UPDATE notices SET ${readNoticeAssignments} WHERE "to" = {:me} AND readAt = '' AND ${meant} RETURNING id`,
      { now: formatTimestamp(), me: caller.id, meant: 'ids' in asked ? JSON.stringify(asked.ids) : asked.until },
      { id: '' },
    )
    const notice = last && tx.findRecordsByIds('notices', [last.id])[0]
    if (!notice) return
    writeAndPushRecord(tx, notice)
  })
  return e.noContent(204)
}
