import { invitationSchema } from '../../src/domain/users/user.ts'
import { createErrorResponse } from '../lib/error-response.ts'
import { recordEvent } from '../lib/events.ts'
import { getPathId, readInput } from '../lib/request-input.ts'
import { respondEarly, respondEmptyEarly } from '../lib/respond-early.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { secretPlaceholder } from '../mail/mail-secrets.ts'
import { buildInvitationMail } from '../mail/mails.ts'

/** `POST /api/app/users/invite`: `{email, name, role}` → `{id}`. Creates an active account and mails a link to set the password. */
export function inviteUser(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { email, name, role } = readInput(e, invitationSchema)
  const person = new Record(e.app.findCachedCollectionByNameOrId('users'))
  person.set('email', email)
  person.set('name', name)
  person.set('role', role)
  person.setRandomPassword()
  let mail = ''
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    if (findUserByEmail(tx, email)) throw createErrorResponse('user.email', 400, { email: 'user.email' })
    tx.save(person)
    // A new record cannot be active, so the activation is a second save.
    person.set('isActive', true)
    tx.save(person)
    recordEvent(tx, { subject: 'users', subjectId: person.id, owner: person.id, actor, action: 'invite', to: role })
    mail = enqueueInvitation(tx, person, actor)
  })
  respondEarly(e, 200, { id: person.id })
  sendQueuedMails(mail)
}

/** `POST /api/app/users/{id}/invite` → 204. Sends another invitation to a user without a password. */
export function resendInvitation(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  let mail = ''
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const person = findUserById(tx, getPathId(e))
    if (!person) throw createErrorResponse('user.notFound', 404)
    if (!person.getBool('isActive')) throw createErrorResponse('user.notActive')
    if (!hasPendingInvitation(tx, person)) throw createErrorResponse('user.notInvited')
    recordEvent(tx, { subject: 'users', subjectId: person.id, owner: person.id, actor, action: 'inviteAgain' })
    mail = enqueueInvitation(tx, person, actor)
  })
  respondEmptyEarly(e)
  sendQueuedMails(mail)
}

/** Returns whether a user was invited and has not set a password yet. */
export function hasPendingInvitation(app: CoreApp, person: core.Record): boolean {
  const query = "SELECT id FROM events WHERE subjectId = {:id} AND subject = 'users' AND action = 'invite' LIMIT 1"
  return !person.verified() && queryRow(app, query, { id: person.id }, { id: '' }) !== undefined
}

/** Queues the mail with a link to set the first password and returns its id. */
export function enqueueInvitation(tx: CoreApp, person: core.Record, actor: core.Record): string {
  return enqueueMail(tx, buildInvitationMail(tx, person, actor, secretPlaceholder), {
    kind: 'invitation',
    user: person.id,
  })
}
