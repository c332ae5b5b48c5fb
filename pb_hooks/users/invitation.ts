import { invitationSchema } from '../../src/domain/users/user.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, readInput, respondEarly } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { secretPlaceholder } from '../mail/mail-secrets.ts'
import { buildInvitationMail } from '../mail/mails.ts'
import { changeUserAndRespond } from './change-user.ts'

/** `POST /api/app/users/invite`: `{email, name, role, manager?}` → `{id}`. Creates an active account and mails a link to set the password. */
export function inviteUser(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { email, name, role, manager } = readInput(e, invitationSchema)
  const user = new Record(e.app.findCachedCollectionByNameOrId('users'))
  user.set('email', email)
  user.set('name', name)
  user.set('role', role)
  user.setRandomPassword()
  let mail = ''
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    if (findUserByEmail(tx, email)) throw createErrorResponse('user.email', 400, { email: 'user.email' })
    if (manager) user.set('manager', requireManager(tx, manager).id)
    tx.save(user)
    // A new record cannot be active, so the activation is a second save.
    user.set('isActive', true)
    tx.save(user)
    recordUserEvent(tx, user, actor, 'invite', { to: role })
    mail = enqueueInvitation(tx, user, actor)
  })
  respondEarly(e, 200, { id: user.id })
  sendQueuedMails(mail)
}

function requireManager(tx: CoreApp, email: string): core.Record {
  const manager = findUserByEmail(tx, email)
  if (manager?.getBool('isActive')) return manager
  throw createErrorResponse('user.managerUnknown', 400, { manager: 'user.managerUnknown' })
}

/** `POST /api/app/users/{id}/invite` → 204. Sends another invitation to a user without a password. */
export function resendInvitation(e: core.RequestEvent) {
  changeUserAndRespond(e, (tx, user, actor) => {
    if (!user.getBool('isActive')) throw createErrorResponse('user.notActive')
    if (!hasPendingInvitation(tx, user)) throw createErrorResponse('user.notInvited')
    recordUserEvent(tx, user, actor, 'inviteAgain')
    return [enqueueInvitation(tx, user, actor)]
  })
}

/** Returns whether a user was invited, or created by an import, and has not set a password yet. */
export function hasPendingInvitation(app: CoreApp, user: core.Record): boolean {
  const query =
    "SELECT id FROM events WHERE subjectId = {:id} AND subject = 'users' AND action IN ('invite', 'import') LIMIT 1"
  return !user.verified() && queryRow(app, query, { id: user.id }, { id: '' }) !== undefined
}

/** Queues the mail with a link to set the first password and returns its id. */
export function enqueueInvitation(tx: CoreApp, user: core.Record, actor: core.Record): string {
  return enqueueMail(tx, buildInvitationMail(tx, user, actor, secretPlaceholder), {
    kind: 'invitation',
    user: user.id,
  })
}
