import { readNoticesSchema } from '../../src/domain/notices/notice-input.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { readInput } from '../lib/request-input.ts'
import { queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'
import { listNotifiedAdminIds } from './administrators.ts'

const asRead = "readAt = {:now}, topic = id, mail = ''"

/** `POST /api/app/notices/read`: marks the user's own notices as read, and notifies the user's other open pages. */
export function markNoticesRead(e: core.RequestEvent) {
  const caller = requireUser(e)
  const asked = readInput(e, readNoticesSchema)
  writeInTransaction(e.app, (tx) => {
    const meant = 'ids' in asked ? 'id IN (SELECT value FROM json_each({:meant}))' : 'told <= {:meant}'
    const [last] = queryRows(
      tx,
      `UPDATE notices SET ${asRead} WHERE "to" = {:me} AND readAt = '' AND ${meant} RETURNING id`,
      { now: formatTimestamp(), me: caller.id, meant: 'ids' in asked ? JSON.stringify(asked.ids) : asked.until },
      { id: '' },
    )
    const notice = last && tx.findRecordsByIds('notices', [last.id])[0]
    if (!notice) return
    writeAndPushRecord(tx, notice)
  })
  return e.noContent(204)
}

/** Marks the administrators' notices that only ask for the final document of one of these requests as read. */
export function markFinalRequestNoticesRead(tx: CoreApp, requests: string[]) {
  const read = queryRows(
    tx,
    `UPDATE notices SET ${asRead} WHERE "to" IN (SELECT value FROM json_each({:admins})) AND topic = 'finalAsked' AND count = 1
       AND subjectId IN (SELECT value FROM json_each({:requests})) RETURNING id`,
    { now: formatTimestamp(), admins: JSON.stringify(listNotifiedAdminIds(tx)), requests: JSON.stringify(requests) },
    { id: '' },
  )
  for (const notice of tx.findRecordsByIds(
    'notices',
    read.map(({ id }) => id),
  ))
    if (notice) writeAndPushRecord(tx, notice)
}
