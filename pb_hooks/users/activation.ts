import type { DecisionResult } from '../../src/domain/requests/request-output.ts'
import { userIdsSchema } from '../../src/domain/users/user.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { readInput, respondEarly } from '../lib/http.ts'
import { queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { buildActivationMail } from '../mail/mails.ts'

/** `POST /api/app/users/activate`: `{ids}` → `{changed: [ids], skipped: [{id, code}]}`. */
export function activateUsers(e: core.RequestEvent) {
  return setActivity(e, readInput(e, userIdsSchema).ids, 'activate')
}

/**
 * `POST /api/app/users/deactivate`: `{ids, undo?}` → as `activate`. Administrators cannot deactivate themselves.
 * `undo`: reverts an activation, so users who were never deactivated wait for activation again.
 */
export function deactivateUsers(e: core.RequestEvent) {
  const { ids, undo } = readInput(e, userIdsSchema)
  return setActivity(e, ids, undo ? 'undoActivation' : 'deactivate')
}

type ActivityChange = 'activate' | 'deactivate' | 'undoActivation'

function setActivity(e: core.RequestEvent, ids: readonly string[], change: ActivityChange) {
  const caller = requireAdmin(e)
  const outcome: DecisionResult = { changed: [], skipped: [] }
  const mails: string[] = []
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    for (const id of new Set(ids)) {
      const code = setUserActivity(tx, actor, id, change, mails)
      if (code) outcome.skipped.push({ id, code })
      else outcome.changed.push(id)
    }
  })
  respondEarly(e, 200, outcome)
  sendQueuedMails(...mails)
}

/** Returns an error code, or `undefined` after success. */
function setUserActivity(tx: CoreApp, actor: core.Record, id: string, change: ActivityChange, mails: string[]) {
  const isActive = change === 'activate'
  const user = findUserById(tx, id)
  if (!user) return 'user.notFound'
  if (user.id === actor.id) return 'user.self'
  if (user.getBool('isActive') === isActive) return 'user.unchanged'
  user.set('isActive', isActive)
  const waitsAgain = change === 'undoActivation' && !wasDeactivated(tx, id)
  user.set('deactivatedAt', isActive || waitsAgain ? '' : formatTimestamp())
  tx.save(user)
  const mail = recordActivation(tx, user, actor, change)
  if (mail) mails.push(mail)
  return undefined
}

function wasDeactivated(tx: CoreApp, id: string): boolean {
  const query = "SELECT id FROM events WHERE subjectId = {:id} AND subject = 'users' AND action = 'deactivate' LIMIT 1"
  return queryRows(tx, query, { id }, { id: '' }).length > 0
}

/** Records a change of activity. Queues the mail of an activation and returns its id; otherwise ''. */
export function recordActivation(
  tx: CoreApp,
  user: core.Record,
  actor: core.Record | undefined,
  action: ActivityChange,
): string {
  recordEvent(tx, { subject: 'users', subjectId: user.id, owner: user.id, actor, action })
  return action === 'activate' ? enqueueMail(tx, buildActivationMail(tx, user, actor)) : ''
}
