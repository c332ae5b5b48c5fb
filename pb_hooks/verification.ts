import { verification } from '../src/domain/user.ts'
import { redeem } from './codes.ts'
import { input } from './input.ts'
import { mayHappen } from './throttle.ts'

/** `POST /api/app/verify`: `{otpId, code}` → 204, the e-mail is confirmed and nobody is signed in. */
export function verify(e: core.RequestEvent) {
  const { otpId, code } = input(e, verification)
  redeem(e.app, otpId, code)
  return e.noContent(204)
}

/** At most two mails with a code a minute; who asks more often is sent to the latest one. */
export function limitCodes(e: core.RecordCreateOTPRequestEvent) {
  const person = e.record
  if (!person || mayHappen(e.app, `code ${person.id}`, 2, 60)) return e.next()
  const [latest] = e.app.findAllOTPsByRecord(person)
  return e.json(200, { otpId: latest?.id ?? $security.randomString(15) })
}

/** At most one mail with a link in two minutes; the answer does not tell. */
export function limitRecoveries(e: core.RecordRequestPasswordResetRequestEvent) {
  const person = e.record
  if (!person || mayHappen(e.app, `recovery ${person.id}`, 1, 120)) return e.next()
  return e.noContent(204)
}

/** E-mails are confirmed by code: links that confirm them would lead to no screen. */
export function confirmByCodeOnly(e: core.RecordRequestVerificationRequestEvent) {
  return e.noContent(204)
}

/** An address is the account's name in the organisation and stays. */
export function keepEmail(_e: core.RecordRequestEmailChangeRequestEvent) {
  throw new ForbiddenError()
}
