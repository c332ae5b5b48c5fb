import { commentSchema } from '../../src/domain/requests/request-input.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { isReservedForBatch } from '../lib/record-id.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices, shortenText } from '../notices/create-notices.ts'
import { countPendingAmong } from './decision-rights.ts'
import { requireVisibleRequest } from './visibility.ts'

/**
 * `POST /api/app/requests/{id}/comments` with `{text, id?}`: adds a comment to the history. Visible to the requester, administrators and
 * approvers. `id` is chosen by the client. A repeated call with the same `id` adds no second comment.
 */
export function addComment(e: core.RequestEvent) {
  const caller = requireUser(e)
  const comment = readInput(e, commentSchema)
  writeInTransaction(e.app, (tx) => {
    const { request, visibility } = requireVisibleRequest(tx, e, caller)
    if (visibility === 'reader') throw createErrorResponse('request.forbidden', 403)
    if (request.getString('privacy') === 'anonymized') throw createErrorResponse('request.transition', 409)
    if (comment.id && isStored(tx, comment.id, request, caller)) return
    const owner = request.getString('owner')
    const event = { id: comment.id, subjectId: request.id, owner, reason: comment.text }
    recordEvent(tx, { subject: 'requests', action: 'comment', actor: caller, ...event })
    notifyOfComment(tx, request, caller, comment.text)
  })
  return e.noContent(204)
}

function notifyOfComment(tx: CoreApp, request: core.Record, author: core.Record, text: string) {
  const details = { number: request.getString('number'), by: author.getString('name'), text: shortenText(text) }
  const recipients = findCommentRecipients(tx, request, author.id)
  const news = recipients.map((to) => ({ to, subjectId: request.id, details }))
  createNotices(tx, { kind: 'comment', topic: `comment ${request.id}`, news })
}

/** Returns whether the caller already added this comment. Refuses all other existing ids, and ids reserved for the events of a batch. */
function isStored(tx: CoreApp, id: string, request: core.Record, author: core.Record): boolean {
  const query = 'SELECT subjectId, actor, action FROM events WHERE id = {:id}'
  const found = queryRow(tx, query, { id }, { subjectId: '', actor: '', action: '' })
  if (found?.action === 'comment' && found.subjectId === request.id && found.actor === author.id) return true
  if (found || isReservedForBatch(tx, id)) throw createErrorResponse('request.forbidden', 403)
  return false
}

/** Returns the users to notify of a comment: the requester. If the requester wrote it: the users who can decide the request now. */
function findCommentRecipients(tx: CoreApp, request: core.Record, author: string): string[] {
  const owner = request.getString('owner')
  if (request.getString('status') === 'draft') return []
  if (owner !== author) return [owner]
  if (request.getInt('step') === 0) return listNotifiedAdminIds(tx, owner)
  return [...countPendingAmong(tx, [request.id]).keys()].filter((user) => user !== owner)
}
