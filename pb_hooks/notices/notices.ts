import { formatTimestamp } from '../lib/clock.ts'
import { writeJsonResponse } from '../lib/http.ts'
import { executeSql, formatJsonObjectArguments, queryJson, queryRow, queryRows } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import type { RequestQueries } from './administrators.ts'

const perPage = 30
/** Retention of notices per user: maximum number and maximum age in days. */
const maxNoticesPerUser = 300
const maxAgeDays = 90

const emptyCounts = { total: 0, unread: 0, latest: '', isWaiting: 0, newWaiting: 0 }
const countQuery = `SELECT count(*) AS total, ifnull(sum(readAt = ''), 0) AS unread, ifnull(max(notifiedAt), '') AS latest,
  ifnull(max(kind = 'waiting'), 0) AS isWaiting, ifnull(sum(readAt = '' AND kind = 'waiting'), 0) AS newWaiting
  FROM notices WHERE "to" = {:me}`
/** SQL condition of notices about pending decisions if no decision is pending any more; such notices count as read. */
const nonePendingCondition = "kind = 'waiting' AND {:count} = 0"

/** `GET /api/app/notices?page=` → `NoticePage`, newest first. */
export function writeNoticePage(e: core.RequestEvent, { getPendingSummary, canReadRequest }: RequestQueries) {
  const caller = requireUser(e)
  const page = Math.max(1, Math.min(100, Math.floor(Number(e.requestInfo().query.page)) || 1))
  const found = queryRow(e.app, countQuery, { me: caller.id }, emptyCounts) ?? emptyCounts
  // Counts pending decisions only if there is a notice about them, because most users are no approvers.
  const { count, oldest } = found.isWaiting ? getPendingSummary(e.app, caller) : { count: 0, oldest: '' }
  const shown = `FROM notices WHERE "to" = {:me} ORDER BY notifiedAt DESC LIMIT ${perPage} OFFSET {:skipped}`
  const of = { me: caller.id, skipped: (page - 1) * perPage }
  const commented = `SELECT DISTINCT subjectId AS id FROM (SELECT kind, subjectId ${shown}) WHERE kind = 'comment'`
  // Finds requests that the user can no longer read. Notices of comments on them are returned without the text.
  const closed = queryRows(e.app, commented, of, { id: '' }).filter(({ id }) => !canReadRequest(e.app, caller, id))
  const items = queryJson(
    e.app,
    `SELECT id, kind, subjectId, iif(kind = 'waiting', {:count}, count) AS count,
       CASE WHEN kind = 'waiting' THEN json_object('oldest', {:oldest})
         WHEN kind = 'comment' AND json_valid(details) AND subjectId IN (SELECT value FROM json_each({:closed})) THEN json_remove(details, '$.text')
         ELSE details END AS details,
       iif(readAt = '' AND ${nonePendingCondition}, notifiedAt, readAt) AS readAt, notifiedAt ${shown}`,
    { ...of, count, oldest, closed: JSON.stringify(closed.map(({ id }) => id)) },
    `${formatJsonObjectArguments(['id', 'kind', 'subjectId', 'count', 'readAt', 'notifiedAt'])}, 'details', json(CASE WHEN NOT json_valid(details) THEN '{}' WHEN json_type(details) = 'object' THEN details ELSE '{}' END)`,
  )
  const { latest, total: totalItems } = found
  const unread = count ? found.unread : found.unread - found.newWaiting
  const head = JSON.stringify({ unread, latest, page, perPage, totalItems })
  writeJsonResponse(e, `${head.slice(0, -1)},"items":`, items, '}')
}

/** Deletes old notices; called once an hour. */
export function deleteOldNotices() {
  executeSql($app, 'DELETE FROM notices WHERE created < {:old}', {
    old: formatTimestamp(Date.now() - maxAgeDays * 86_400_000),
  })
  executeSql(
    $app,
    `DELETE FROM notices WHERE id IN (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY "to" ORDER BY notifiedAt DESC) AS place FROM notices)
       WHERE place > ${maxNoticesPerUser})`,
    {},
  )
}
