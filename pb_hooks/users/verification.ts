import { newPassword, recovery, verification } from '../../src/domain/users/user.ts'
import { isOutOfTime } from '../lib/faults.ts'
import { bodyOf, input, judge } from '../lib/input.ts'
import { logError } from '../lib/log.ts'
import { personByEmail, personById } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { refuse } from '../lib/refusal.ts'
import { respondEarly, respondEmptyEarly } from '../lib/respond-early.ts'
import { inTransaction } from '../lib/transaction.ts'
import { recoveryMail } from '../mail/mails.ts'
import { queueMail, sendQueuedMails } from '../mail/queue.ts'
import { secretMark } from '../mail/secrets.ts'
import { noteAsked, queueCode, redeem } from './codes.ts'

/** `POST /api/app/verify`: `{otpId, code}` → 204, the e-mail is confirmed and nobody is signed in. */
export function verifyEmail(e: core.RequestEvent) {
  const { otpId, code } = input(e, verification)
  redeem(e.app, otpId, code)
  return e.noContent(204)
}

/**
 * At most two mails with a code a minute. The answer comes before any work that an address nobody has would not need; what is sent
 * is sent afterwards.
 */
export function askForCode(e: core.RecordCreateOTPRequestEvent) {
  const person = e.record ?? undefined
  const otpId = noteAsked(e.app, String(e.requestInfo().body.email), person, e.realIP())
  respondEarly((e as unknown as { requestEvent: core.RequestEvent }).requestEvent, 200, { otpId })
  if (!person || !isWithinRate(e.app, `code ${person.id}`, 2, 60)) return
  afterwards(() => queueCode(e.app, person, otpId))
}

/**
 * In the place of PocketBase's own call of this name, which is slower where the address has an account: at most one mail with a
 * link in two minutes, and the answer does not tell.
 */
export function askForRecovery(e: core.RequestEvent) {
  const { email } = judge(recovery, { email: bodyOf(e).email })
  respondEmptyEarly(e)
  const person = personByEmail(e.app, email)
  if (!person || !isWithinRate(e.app, `recovery ${person.id}`, 1, 120)) return
  afterwards(() => queueMail(e.app, recoveryMail(e.app, person, secretMark), { kind: 'recovery', user: person.id }))
}

/**
 * In the place of the engine's own call of this name, which answers 500 to the JSON body `null` (PocketBase 0.40.4). Of several that use
 * one link at once the first sets the password; the others find another key than the one they read.
 */
export function choosePassword(e: core.RequestEvent) {
  const { token, password, passwordConfirm } = bodyOf(e)
  const person = personByLink(e.app, token)
  const chosen = judge(newPassword, { password, passwordConfirm })
  const key = person.tokenKey()
  // Outside the transaction: hashing a password takes long on purpose.
  person.setPassword(chosen.password)
  if ($security.parseUnverifiedJWT(String(token)).email === person.email()) person.setVerified(true)
  inTransaction(e as core.RecordRequestEvent, (tx) => {
    if (personById(tx, person.id)?.tokenKey() !== key) throw expiredLink()
    tx.save(person)
  })
  return e.noContent(204)
}

function personByLink(app: CoreApp, token: unknown): core.Record {
  try {
    const person = app.findAuthRecordByToken(String(token), 'passwordReset')
    if (person?.collection().name === 'users') return person
  } catch (error) {
    if (isOutOfTime(error)) throw error
  }
  throw expiredLink()
}

const expiredLink = () => refuse('recovery.token', 400, { token: 'recovery.token' })

/** Queues and sends at once; nobody hears any more of what fails here. */
function afterwards(queue: () => string) {
  try {
    sendQueuedMails(queue())
  } catch (error) {
    logError('No se pudo preparar un correo:', error)
  }
}

/** An address is the account's name in the organisation and stays. */
export function keepEmail(_e: core.RequestEvent | core.RecordRequestEmailChangeRequestEvent) {
  throw new ForbiddenError()
}
