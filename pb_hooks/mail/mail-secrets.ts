import { writeInTransaction } from '../lib/transaction.ts'
import { findPersonById } from '../lib/users.ts'

/** Placeholder of the link or code in a queued mail. */
export const secretPlaceholder = '{{secret}}'

/**
 * Link or code of a mail. It is created only when the mail is sent, because deleted rows of the queue remain readable
 * in the database file.
 */
export interface MailSecret {
  kind: 'invitation' | 'recovery' | 'code' | 'newEmail'
  /** Id of the user; for `code`, also of a guest. */
  user: string
  /** Id of the one-time code. */
  otp?: string
}

const weekSeconds = 7 * 24 * 60 * 60

/** Returns whether a code or recovery link that was requested at `created` would have expired. The other links are valid for a week. */
export function isSecretExpired(app: CoreApp, { kind }: MailSecret, created: string): boolean {
  const { otp, passwordResetToken } = app.findCachedCollectionByNameOrId('users')
  const seconds = {
    code: otp.duration,
    recovery: passwordResetToken.duration,
    invitation: weekSeconds,
    newEmail: weekSeconds,
  }
  return Date.now() - Date.parse(created.replace(' ', 'T')) > seconds[kind] * 1000
}

/** Creates the code or token for a mail to `to`. Returns undefined if the user no longer exists, or if `to` is not their address (except for `newEmail`). */
export function createMailSecret(app: CoreApp, { kind, user, otp = '' }: MailSecret, to: string): string | undefined {
  const person = findPersonById(app, user)
  if (person && kind === 'newEmail') return createNewEmailToken(person, to)
  if (!person || person.email() !== to) return undefined
  if (kind === 'code') return createCode(app, person, otp)
  return kind === 'recovery' ? person.newPasswordResetToken() : createInvitationToken(person)
}

/** Returns a token like PocketBase's password reset token, but valid for a week. */
function createInvitationToken(user: core.Record): string {
  const collection = user.collection()
  return $security.createJWT(
    { type: 'passwordReset', id: user.id, collectionId: collection.id, email: user.email() },
    user.tokenKey() + collection.passwordResetToken.secret,
    weekSeconds,
  )
}

/** `type` claim of the token that confirms a new address. PocketBase's own calls accept no token of this type. */
export const newEmailTokenType = 'newEmail'

/** Returns the signing key of the token. A new password or address renews the token key, which invalidates the token. */
export const getNewEmailSigningKey = (user: core.Record) => user.tokenKey() + user.collection().emailChangeToken.secret

function createNewEmailToken(user: core.Record, email: string): string {
  return $security.createJWT({ type: newEmailTokenType, id: user.id, email }, getNewEmailSigningKey(user), weekSeconds)
}

/** Stores the hash of a new code under `id`; a retry of the mail replaces the code. */
function createCode(app: CoreApp, user: core.Record, id: string): string {
  const code = $security.randomStringWithAlphabet(user.collection().otp.length, '0123456789')
  const otp = new Record(app.findCachedCollectionByNameOrId('_otps'))
  otp.set('id', id)
  otp.set('collectionRef', user.collection().id)
  otp.set('recordRef', user.id)
  otp.set('password', code)
  otp.set('sentTo', user.email())
  writeInTransaction(app, (tx) => {
    const former = tx.findRecordsByIds('_otps', [id])[0]
    if (former) tx.delete(former)
    tx.save(otp)
  })
  return code
}
