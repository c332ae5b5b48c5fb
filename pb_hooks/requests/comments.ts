import { commentSchema } from '../../src/domain/requests/request-input.ts'
import { createErrorResponse } from '../lib/error-response.ts'
import { readInput } from '../lib/request-input.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { countPendingAmong } from './decision-rights.ts'
import { publishCommentEffects } from './effects.ts'
import { requireVisibleRequest } from './visibility.ts'

/** `POST /api/app/requests/{id}/comments` with `{text}`: adds a comment to the history. Visible to the requester, administrators and approvers. */
export function addComment(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { text } = readInput(e, commentSchema)
  writeInTransaction(e.app, (tx) => {
    const { request, visibility } = requireVisibleRequest(tx, e, caller)
    if (visibility === 'reader') throw createErrorResponse('request.forbidden', 403)
    publishCommentEffects(tx, request, caller, text, findCommentRecipients(tx, request, caller.id))
  })
  return e.noContent(204)
}

/** Returns the users to notify of a comment: the requester. If the requester wrote it: the users who can decide the request now. */
function findCommentRecipients(tx: CoreApp, request: core.Record, author: string): string[] {
  const owner = request.getString('owner')
  if (request.getString('status') === 'draft') return []
  if (owner !== author) return [owner]
  if (request.getInt('step') === 0) return listNotifiedAdminIds(tx, owner)
  return [...countPendingAmong(tx, [request.id]).keys()].filter((person) => person !== owner)
}
