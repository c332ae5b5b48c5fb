import type { DecisionResult } from '../../src/domain/requests/request.ts'
import { userIdsSchema } from '../../src/domain/users/user.ts'
import { recordEvent } from '../lib/events.ts'
import { readInput } from '../lib/request-input.ts'
import { respondEarly } from '../lib/respond-early.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { buildActivationMail } from '../mail/mails.ts'

/** `POST /api/app/users/activate`: `{ids}` → `{changed: [ids], skipped: [{id, code}]}`. */
export function activateUsers(e: core.RequestEvent) {
  return setActivity(e, true)
}

/** `POST /api/app/users/deactivate`: `{ids}` → as `activate`. Administrators cannot deactivate themselves. */
export function deactivateUsers(e: core.RequestEvent) {
  return setActivity(e, false)
}

function setActivity(e: core.RequestEvent, isActive: boolean) {
  const caller = requireAdmin(e)
  const { ids } = readInput(e, userIdsSchema)
  const outcome: DecisionResult = { changed: [], skipped: [] }
  const mails: string[] = []
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    for (const id of new Set(ids)) {
      const code = setUserActivity(tx, actor, id, isActive, mails)
      if (code) outcome.skipped.push({ id, code })
      else outcome.changed.push(id)
    }
  })
  respondEarly(e, 200, outcome)
  sendQueuedMails(...mails)
}

/** Returns an error code, or `undefined` after success. */
function setUserActivity(tx: CoreApp, actor: core.Record, id: string, isActive: boolean, mails: string[]) {
  const person = findUserById(tx, id)
  if (!person) return 'user.notFound'
  if (person.id === actor.id) return 'user.self'
  if (person.getBool('isActive') === isActive) return 'user.unchanged'
  person.set('isActive', isActive)
  tx.save(person)
  const mail = recordActivation(tx, person, actor)
  if (mail) mails.push(mail)
  return undefined
}

/** Records an activation or deactivation. Queues the mail of an activation and returns its id; otherwise ''. */
export function recordActivation(tx: CoreApp, person: core.Record, actor: core.Record | undefined): string {
  const action = person.getBool('isActive') ? 'activate' : 'deactivate'
  recordEvent(tx, { subject: 'users', subjectId: person.id, owner: person.id, actor, action })
  return action === 'activate' ? enqueueMail(tx, buildActivationMail(tx, person)) : ''
}
