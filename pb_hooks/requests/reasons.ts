import { decisionsRequiringReason } from '../../src/domain/requests/actions.ts'
import { isRecordId } from '../../src/domain/text/id.ts'
import { createErrorResponse, getQueryParams, writeJsonResponse } from '../lib/http.ts'
import { queryRowsAsJson } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'
import { canDecideFormat } from './visibility.ts'

const maxSuggestions = 5

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
