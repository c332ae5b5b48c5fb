import { formatTimestamp } from '../../lib/clock.ts'
import { getIds } from '../../lib/record-id.ts'
import { executeSql, queryRows } from '../../lib/sql.ts'
import type { WrittenChanges } from '../actions/action.ts'

/** Maximum length in characters of a counted reason; a longer reason is usually specific to one request. */
const maxReasonLength = 200
/** Maximum number of stored reasons per format and action; the latest are retained. */
const maxStoredReasons = 50

/** Counts the reason of a decision once per format of these requests. Later chunks of a call are not counted. */
export function countReason(tx: CoreApp, { action, reason, requests, isFirst }: WrittenChanges) {
  if (!isFirst || requests.length === 0 || reason.length > maxReasonLength) return
  const ids = JSON.stringify(getIds(requests))
  const counted = queryRows(
    tx,
    `INSERT INTO decision_reasons (format, action, reason, uses, latest)
     SELECT DISTINCT format, {:action}, {:reason}, 1, {:now} FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))
     ON CONFLICT DO UPDATE SET uses = uses + 1, latest = excluded.latest RETURNING uses`,
    { action, reason, now: formatTimestamp(), ids },
    { uses: 0 },
  )
  if (counted.some(({ uses }) => uses === 1)) deleteOldReasons(tx, action, ids)
}

/** Deletes the oldest reasons of formats above the limit. `ids`: JSON array of requests of these formats. */
function deleteOldReasons(tx: CoreApp, action: string, ids: string) {
  executeSql(
    tx,
    `DELETE FROM decision_reasons AS old
     WHERE action = {:action} AND format IN (SELECT format FROM requests WHERE id IN (SELECT value FROM json_each({:ids})))
       AND ${maxStoredReasons} <= (
         SELECT count(*) FROM decision_reasons AS newer
         WHERE (newer.action, newer.format) = (old.action, old.format) AND newer.latest > old.latest)`,
    { action, ids },
  )
}
