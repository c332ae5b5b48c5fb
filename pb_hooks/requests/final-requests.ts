import { isActionAllowed, type RequestState } from '../../src/domain/requests/actions.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'
import { requireVisibleRequest } from './visibility.ts'

/**
 * `POST /api/app/requests/{id}/final` → 204: the requester of a preliminary document asks the administrators for the final
 * one. A repeated call of the same approval has no effect, so that administrators are notified once.
 */
export function askForFinalDocument(e: core.RequestEvent) {
  const caller = requireUser(e)
  writeInTransaction(e.app, (tx) => {
    const { request } = requireVisibleRequest(tx, e, caller)
    if (request.getString('owner') !== caller.id) throw createErrorResponse('request.forbidden', 403)
    const state = JSON.parse(JSON.stringify(request)) as RequestState
    if (!isActionAllowed('issue', state)) throw createErrorResponse('request.transition', 409)
    if (isAlreadyAsked(tx, request)) return
    const event = { subjectId: request.id, owner: caller.id }
    recordEvent(tx, { subject: 'requests', action: 'askFinal', actor: caller, ...event })
    notifyAdministrators(tx, request, caller)
  })
  return e.noContent(204)
}

/** Notifies administrators, because only they issue final documents. Later calls update the unread notice. */
function notifyAdministrators(tx: CoreApp, request: core.Record, owner: core.Record) {
  const details = { number: request.getString('documentNumber'), by: owner.getString('name') }
  const news = listNotifiedAdminIds(tx, owner.id).map((to) => ({ to, subjectId: request.id, details }))
  createNotices(tx, { kind: 'finalRequested', topic: 'finalRequested', news })
}

const isAlreadyAsked = (tx: CoreApp, request: core.Record) =>
  queryRow(
    tx,
    `SELECT 1 AS n FROM events WHERE subjectId = {:id} AND subject = 'requests' AND action = 'askFinal' AND created >= {:decidedAt}`,
    { id: request.id, decidedAt: request.getString('decidedAt') },
    { n: 0 },
  ) !== undefined
