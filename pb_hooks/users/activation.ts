import type { DecisionResult } from '../../src/domain/requests/request-output.ts'
import { userIdsSchema, userRejectionSchema } from '../../src/domain/users/user.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordUserEvent } from '../lib/events.ts'
import { readInput, respondEarly } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { buildActivationMail, buildRejectionMail } from '../mail/mails.ts'

/** `POST /api/app/users/activate`: `{ids}` → `{changed: [ids], skipped: [{id, code}]}`. */
export function activateUsers(e: core.RequestEvent) {
  return setActivity(e, readInput(e, userIdsSchema).ids, 'activate')
}

/**
 * `POST /api/app/users/deactivate`: `{ids, undo?}` → as `activate`. Administrators cannot deactivate themselves.
 * `undo`: reverts an activation, so users who were never deactivated or rejected wait for activation again.
 */
export function deactivateUsers(e: core.RequestEvent) {
  const { ids, undo } = readInput(e, userIdsSchema)
  return setActivity(e, ids, undo ? 'undoActivation' : 'deactivate')
}

/** `POST /api/app/users/reject`: `{ids, reason}` or `{ids, undo: true}` → as `activate`. Rejects registrations that wait for activation. */
export function rejectUsers(e: core.RequestEvent) {
  const { ids, reason, undo } = readInput(e, userRejectionSchema)
  return setActivity(e, ids, undo ? 'undoRejection' : 'reject', reason)
}

type ActivityChange = 'activate' | 'deactivate' | 'undoActivation' | 'reject' | 'undoRejection'

function setActivity(e: core.RequestEvent, ids: readonly string[], change: ActivityChange, reason = '') {
  const caller = requireAdmin(e)
  const outcome: DecisionResult = { changed: [], skipped: [] }
  const mails: string[] = []
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    for (const id of new Set(ids)) {
      const code = setUserActivity(tx, actor, id, change, reason, mails)
      if (code) outcome.skipped.push({ id, code })
      else outcome.changed.push(id)
    }
  })
  respondEarly(e, 200, outcome)
  sendQueuedMails(...mails)
}

/** Returns an error code, or `undefined` after success. */
function setUserActivity(
  tx: CoreApp,
  actor: core.Record,
  id: string,
  change: ActivityChange,
  reason: string,
  mails: string[],
) {
  const user = findUserById(tx, id)
  if (!user) return 'user.notFound'
  if (user.id === actor.id) return 'user.self'
  const refusal = findRefusal(user, change)
  if (refusal) return refusal
  const mail = changeActivity(tx, user, actor, change, reason)
  if (mail) mails.push(mail)
  return undefined
}

/** Changes and records the activity of an account that other code checked. Returns the id of the queued mail; '' if there is none. */
export function changeActivity(
  tx: CoreApp,
  user: core.Record,
  actor: core.Record,
  change: ActivityChange,
  reason = '',
): string {
  const closing = getClosing(tx, user.id, change)
  user.set('isActive', change === 'activate')
  user.set('deactivatedAt', closing ? formatTimestamp() : '')
  user.set('rejected', closing === 'reject')
  tx.save(user)
  return recordActivation(tx, user, actor, change, reason)
}

function findRefusal(user: core.Record, change: ActivityChange) {
  const isActive = user.getBool('isActive')
  if (change === 'reject') return isActive || user.getString('deactivatedAt') ? 'user.notPending' : undefined
  if (change === 'undoRejection') return user.getBool('rejected') ? undefined : 'user.unchanged'
  return isActive === (change === 'activate') ? 'user.unchanged' : undefined
}

/** Returns how the account is closed after a change: `deactivate`, `reject`, or '' if it is active or waits for activation. An undone activation returns to the state before. */
function getClosing(tx: CoreApp, id: string, change: ActivityChange): string {
  if (change !== 'undoActivation') return change === 'deactivate' || change === 'reject' ? change : ''
  const query = `SELECT action FROM events WHERE subjectId = {:id} AND subject = 'users'
    AND action IN ('deactivate', 'reject', 'undoRejection') ORDER BY rowid DESC LIMIT 1`
  const last = queryRow(tx, query, { id }, { action: '' })?.action ?? ''
  return last === 'undoRejection' ? '' : last
}

/**
 * Records a change of activity. Queues the mail of an activation or rejection and returns its id; otherwise ''. A rejection is not mailed to an
 * address that is not confirmed, because it may belong to another person.
 */
export function recordActivation(
  tx: CoreApp,
  user: core.Record,
  actor: core.Record | undefined,
  action: ActivityChange,
  reason = '',
): string {
  recordUserEvent(tx, user, actor, action, { reason })
  if (action === 'activate') return enqueueMail(tx, buildActivationMail(tx, user, actor))
  if (action === 'reject' && user.verified()) return enqueueMail(tx, buildRejectionMail(tx, user, actor, reason))
  return ''
}
