import { writeJsonResponse } from '../lib/http.ts'
import { formatJsonObjectArguments, queryJson } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import { requireVisibleRequest, type VisibilityScope } from './visibility.ts'

const maxEvents = 500

const noHolds = "AND action NOT IN ('hold', 'release')"
/** SQL conditions that omit events which a user must not see. */
const hidden: Record<VisibilityScope, string> = {
  admin: '',
  owner: `${noHolds} AND action != 'fill'`,
  approver: noHolds,
  reader: noHolds,
}

const eventProperties = [
  formatJsonObjectArguments([
    'id',
    'subject',
    'subjectId',
    'actor',
    'actorName',
    'action',
    'from',
    'to',
    'reason',
    'created',
  ]),
  "'details', iif(json_valid(details), json(details), NULL)",
].join(', ')

/**
 * `GET /api/app/requests/{id}/history`: returns the history, oldest first; above the limit, only the latest events. The requester does not see
 * events of approver fields. Only administrators see those of the mark «No borrar».
 */
export function getRequestHistory(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { request, visibility } = requireVisibleRequest(e.app, e, caller)
  writeJsonResponse(e, buildRequestHistoryJson(e.app, request.id, visibility))
}

export function buildRequestHistoryJson(app: CoreApp, id: string, visibility: VisibilityScope): string {
  const latest = `SELECT *, rowid AS place FROM events WHERE subjectId = {:id} AND subject = 'requests' ${hidden[visibility]} ORDER BY created DESC, rowid DESC LIMIT ${maxEvents}`
  return queryJson(app, `SELECT * FROM (${latest}) ORDER BY created, place`, { id }, eventProperties)
}
