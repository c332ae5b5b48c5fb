import { formatTimestamp } from '../../lib/clock.ts'
import { writeAndPushRecord } from '../../lib/live-records.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRows } from '../../lib/sql.ts'
import { listNotifiedAdminIds } from '../../notices/administrators.ts'
import { readNoticeAssignments } from '../../notices/mark-read.ts'
import type { FinalizedRequests } from '../actions/action.ts'

/** Marks the administrators' notices that only ask for the final document of one of these requests as read. */
export function closeFinalRequestNotices(tx: CoreApp, { requests }: FinalizedRequests) {
  const admins = JSON.stringify(listNotifiedAdminIds(tx))
  const read = queryRows(
    tx,
    `UPDATE notices SET ${readNoticeAssignments} WHERE "to" IN (SELECT value FROM json_each({:admins})) AND topic = 'finalRequested'
       AND count = 1 AND subjectId IN (SELECT value FROM json_each({:requests})) RETURNING id`,
    { now: formatTimestamp(), admins, requests: JSON.stringify(getIds(requests)) },
    { id: '' },
  )
  for (const notice of tx.findRecordsByIds('notices', getIds(read))) if (notice) writeAndPushRecord(tx, notice)
}
