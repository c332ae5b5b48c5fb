import { readNoticesSchema } from '../../src/domain/notices/notice-input.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { readInput } from '../lib/http.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { getIds } from '../lib/record-id.ts'
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

/** Returns the ids of a user's unread notices that are only about this request. A notice about several requests stays unread. */
export function findUnreadNotices(app: CoreApp, user: core.Record, request: string): string[] {
  const query = `SELECT id FROM notices WHERE "to" = {:me} AND readAt = '' AND subjectId = {:request} AND (count = 1 OR kind = 'comment')`
  return getIds(queryRows(app, query, { me: user.id, request }, { id: '' }))
}
