import { decisionsRequiringReason } from '../../../src/domain/requests/request.ts'
import type { RequestAction } from '../../../src/domain/requests/request-transitions.ts'
import { isRecordId } from '../../../src/domain/text/id.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { writeJsonResponse } from '../../lib/json-response.ts'
import { getQueryParams } from '../../lib/request-input.ts'
import { executeSql, queryRows, queryRowsAsJson } from '../../lib/sql.ts'
import { isAdmin, requireUser } from '../../lib/users.ts'
import { canDecideFormat } from '../visibility.ts'

/** Maximum length in characters of a counted reason; a longer reason is usually specific to one request. */
const maxReasonLength = 200
/** Maximum number of stored reasons per format and action; the latest are retained. */
const maxStoredReasons = 50
const maxSuggestions = 5

/** Counts the reason of an action once per format of these requests. Returns `true` if later chunks need not count it again. */
export function incrementReasonCount(
  tx: CoreApp,
  { action, reason }: { action: RequestAction; reason: string },
  changes: { id: string }[],
): boolean {
  if (!decisionsRequiringReason.some((each) => each === action) || reason.length > maxReasonLength) return true
  if (changes.length === 0) return false
  const ids = JSON.stringify(changes.map(({ id }) => id))
  const counted = queryRows(
    tx,
    `INSERT INTO decision_reasons (format, action, reason, uses, latest)
     SELECT DISTINCT format, {:action}, {:reason}, 1, {:now} FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))
     ON CONFLICT DO UPDATE SET uses = uses + 1, latest = excluded.latest RETURNING uses`,
    { action, reason, now: formatTimestamp(), ids },
    { uses: 0 },
  )
  if (counted.some(({ uses }) => uses === 1)) deleteOldReasons(tx, action, ids)
  return true
}

/** Deletes the oldest reasons of formats above the limit. `ids`: JSON array of requests of these formats. */
function deleteOldReasons(tx: CoreApp, action: RequestAction, ids: string) {
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

/**
 * `GET /api/app/requests/reasons?format=`: returns the most used reasons by action. Reasons of the format come first; administrators also get
 * those of other formats.
 */
export function listFrequentReasons(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { format } = getQueryParams(e)
  if (!isRecordId(format)) throw createErrorResponse('invalid', 400, { format: 'invalid' })
  if (!canDecideFormat(e.app, format, caller)) throw createErrorResponse('user.forbidden', 403)
  writeJsonResponse(e, buildFrequentReasonsJson(e.app, format, caller))
}

/** Returns the most used reasons by action as JSON object text. */
export function buildFrequentReasonsJson(app: CoreApp, format: string, caller: core.Record): string {
  const usual = (action: string) =>
    queryRowsAsJson(
      app,
      `SELECT reason FROM decision_reasons WHERE action = {:action} AND (format = {:format} OR {:isAdmin}) GROUP BY reason
       ORDER BY sum(iif(format = {:format}, uses, 0)) DESC, sum(uses) DESC, max(latest) DESC LIMIT ${maxSuggestions}`,
      { format, action, isAdmin: isAdmin(caller) ? 1 : 0 },
      { reason: '' },
    )
  return `{${decisionsRequiringReason.map((action) => `"${action}":${usual(action)}`).join()}}`
}
