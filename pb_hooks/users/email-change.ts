import { emailChangeSchema, emailConfirmationSchema } from '../../src/domain/users/user.ts'
import { isQueryTimeout } from '../lib/error-causes.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, readInput, respondEarly, respondEmptyEarly } from '../lib/http.ts'
import { executeSql } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, findUserById, requireAdmin } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { getNewEmailSigningKey, type MailSecret, newEmailTokenType, secretPlaceholder } from '../mail/mail-secrets.ts'
import { buildAddressConfirmationMail, buildEmailChangedMail, buildEmailChangeMail } from '../mail/mails.ts'
import { changeUser } from './change-user.ts'
import { enqueueInvitation, hasPendingInvitation } from './invitation.ts'
import { withAttemptLimit } from './password-attempts.ts'

/**
 * `POST /api/app/users/{id}/email`: `{email}` → `{changed}`. Sends a link to the new address; the current one remains valid until the user confirms.
 * `changed` is true for an invited user without a confirmed address: the address changes and the invitation is sent again immediately.
 */
export function changeEmail(e: core.RequestEvent) {
  requireAdmin(e)
  const { email } = readInput(e, emailChangeSchema)
  let changed = false
  const mails = changeUser(e, (tx, user, actor) => {
    const requested = requestEmailChange(tx, user, email, actor)
    changed = requested.changed
    return requested.mails
  })
  respondEarly(e, 200, { changed })
  sendQueuedMails(...mails)
}

/** Changes the address, or sends the link that confirms it. Returns the ids of the queued mails. */
export function requestEmailChange(tx: CoreApp, user: core.Record, email: string, actor: core.Record) {
  refuseTaken(tx, email)
  const from = user.email()
  if (hasPendingInvitation(tx, user)) {
    user.setEmail(email)
    user.refreshTokenKey()
    tx.save(user)
    recordUserEvent(tx, user, actor, 'update', { details: { changes: { email: { from, to: email } } } })
    return { changed: true, mails: [enqueueInvitation(tx, user, actor)] }
  }
  recordUserEvent(tx, user, actor, 'email', { details: { email } })
  const mails = [
    enqueueMail(tx, buildAddressConfirmationMail(tx, user, actor, email, secretPlaceholder), linkSecret(user)),
    enqueueMail(tx, buildEmailChangeMail(tx, user, actor, email)),
  ]
  return { changed: false, mails }
}

/**
 * `POST /api/app/users/email`: `{token, password}` → 204. The link proves the new address, and the password proves the account's owner.
 * Without the password an administrator could take over an account through an address of their own. All sessions of the account end.
 */
export function confirmNewEmail(e: core.RequestEvent) {
  const { token, password } = readInput(e, emailConfirmationSchema)
  const { person, email } = parseNewEmailToken(e.app, token)
  const comparePassword = () => {
    if (!person.validatePassword(password)) throw createErrorResponse('invalid', 400, { password: 'password.wrong' })
  }
  withAttemptLimit(e, person.email(), comparePassword, () => true)
  let mail = ''
  writeInTransaction(e.app, (tx) => {
    const stored = findUserById(tx, person.id)
    if (!stored || stored.tokenKey() !== person.tokenKey())
      throw createErrorResponse('email.token', 400, { token: 'email.token' })
    if (stored.getString('deactivatedAt')) throw createErrorResponse('user.inactive', 403)
    refuseTaken(tx, email)
    const from = stored.email()
    mail = enqueueMail(tx, buildEmailChangedMail(tx, stored, email))
    stored.setEmail(email)
    stored.setVerified(true)
    stored.refreshTokenKey()
    tx.save(stored)
    // Deletes codes sent to the former address, because they would confirm it.
    executeSql(tx, 'DELETE FROM _otps WHERE recordRef = {:id}', { id: stored.id })
    // Deletes links that are not sent yet, because each would change the address again.
    executeSql(tx, 'DELETE FROM outgoing_mails WHERE secret = {:secret}', {
      secret: JSON.stringify(linkSecret(stored)),
    })
    recordUserEvent(tx, stored, stored, 'emailConfirm', { details: { changes: { email: { from, to: email } } } })
  })
  respondEmptyEarly(e)
  sendQueuedMails(mail)
}

const linkSecret = ({ id }: core.Record): MailSecret => ({ kind: 'newEmail', user: id })

function refuseTaken(tx: CoreApp, email: string) {
  if (findUserByEmail(tx, email)) throw createErrorResponse('user.email', 400, { email: 'user.email' })
}

function parseNewEmailToken(app: CoreApp, token: string): { person: core.Record; email: string } {
  try {
    const { id } = $security.parseUnverifiedJWT(token)
    const person = typeof id === 'string' ? findUserById(app, id) : undefined
    if (person) {
      const { type, email } = $security.parseJWT(token, getNewEmailSigningKey(person))
      if (type === newEmailTokenType && typeof email === 'string') return { person, email }
    }
  } catch (error) {
    if (isQueryTimeout(error)) throw error
  }
  throw createErrorResponse('email.token', 400, { token: 'email.token' })
}
