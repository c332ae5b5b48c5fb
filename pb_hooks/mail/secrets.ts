import { personById } from '../lib/people.ts'
import { writing } from '../lib/transaction.ts'

/** Placeholder of the link or code in a queued mail. */
export const secretMark = '{{secret}}'

/** Link or code of a mail. It is created when the mail is sent, because deleted queue rows remain readable in the database file. */
export interface Secret {
  kind: 'invitation' | 'recovery' | 'code' | 'newEmail'
  user: string
  /** Id of the one-time code. */
  otp?: string
}

const week = 7 * 24 * 60 * 60

/** Creates the code or token for a mail to `to`. Returns undefined if the user no longer exists, or if `to` is not their address (except for `newEmail`). */
export function makeSecret(app: CoreApp, { kind, user, otp = '' }: Secret, to: string): string | undefined {
  const person = personById(app, user)
  if (person && kind === 'newEmail') return newEmailToken(person, to)
  if (!person || person.email() !== to) return undefined
  if (kind === 'code') return makeCode(app, person, otp)
  return kind === 'recovery' ? person.newPasswordResetToken() : firstPasswordToken(person)
}

/** Returns a token like PocketBase's password reset token, but valid for a week. */
function firstPasswordToken(person: core.Record): string {
  const collection = person.collection()
  return $security.createJWT(
    { type: 'passwordReset', id: person.id, collectionId: collection.id, email: person.email() },
    person.tokenKey() + collection.passwordResetToken.secret,
    week,
  )
}

/** `type` claim of the token that confirms a new address. PocketBase's own calls accept no token of this type. */
export const newEmailType = 'newEmail'

/** Returns the signing key of the token. A new password or address renews the token key, which invalidates the token. */
export const newEmailKey = (person: core.Record) => person.tokenKey() + person.collection().emailChangeToken.secret

function newEmailToken(person: core.Record, email: string): string {
  return $security.createJWT({ type: newEmailType, id: person.id, email }, newEmailKey(person), week)
}

/** Stores the hash of a new code under `id`; a retry of the mail replaces the code. */
function makeCode(app: CoreApp, person: core.Record, id: string): string {
  const code = $security.randomStringWithAlphabet(person.collection().otp.length, '0123456789')
  const otp = new Record(app.findCachedCollectionByNameOrId('_otps'))
  otp.set('id', id)
  otp.set('collectionRef', person.collection().id)
  otp.set('recordRef', person.id)
  otp.set('password', code)
  otp.set('sentTo', person.email())
  writing(app, (tx) => {
    const former = tx.findRecordsByIds('_otps', [id])[0]
    if (former) tx.delete(former)
    tx.save(otp)
  })
  return code
}
