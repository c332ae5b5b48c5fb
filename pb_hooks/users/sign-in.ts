import * as z from 'zod/mini'
import { idSchema } from '../../src/domain/text/text-schemas.ts'
import { refuseExpensiveQuery } from '../lib/expensive-query.ts'
import { getErrorStatus, refuse } from '../lib/refusal.ts'
import { getBody, validateInput } from '../lib/request-input.ts'
import { setDeviceCookie } from './device-cookie.ts'
import { redeemOneTimeCode } from './one-time-codes.ts'
import { withAttemptLimit } from './password-attempts.ts'

const codeSignIn = z.object({ otpId: idSchema, password: z.string() })

/** Signs in with a password and returns our own error messages. Reports an inactive account only after a correct password. */
export function signInWithPassword(e: core.RecordAuthWithPasswordRequestEvent) {
  const isWrong = (error: unknown) => getErrorStatus(error) === 400
  return translateErrors(() => withAttemptLimit(e, e.identity, () => e.next(), isWrong))
}

export function renewSession(e: core.RecordAuthRefreshRequestEvent) {
  return translateErrors(() => e.next())
}

/** Signs in with a one-time code. Replaces PocketBase's `auth-with-otp`, which counts attempts per network only. */
export function signInWithOneTimeCode(e: core.RequestEvent) {
  // Takes the parsed body, because PocketBase reads the body again for its response.
  const { otpId: sent, password: code } = getBody(e)
  const { otpId, password } = validateInput(codeSignIn, { otpId: sent, password: code })
  const person = redeemOneTimeCode(e.app, otpId, password)
  return translateErrors(() => $apis.recordAuthResponse(e, person, 'otp'))
}

/** Refuses a sign-in by code under another spelling of the collection, which would not count attempts. Returns the same error as for a wrong code. */
export function refuseUncountedOneTimeCode(_e: core.RecordAuthWithOTPRequestEvent) {
  throw new BadRequestError('Invalid or expired OTP')
}

/** Refuses inactive users after every kind of sign-in, including those that bypass the collection's `authRule` (`impersonate`). */
export function refuseInactiveUser(e: core.RecordAuthRequestEvent) {
  refuseExpensiveQuery(e)
  if (!e.record?.getBool('isActive')) throw refuse('user.inactive', 403)
  if (!e.hasSuperuserAuth()) setDeviceCookie(e, e.record)
  return e.next()
}

function translateErrors<Answer>(attempt: () => Answer): Answer {
  try {
    return attempt()
  } catch (error) {
    const status = getErrorStatus(error)
    if (status === 403) throw refuse('user.inactive', 403)
    if (status === 400) throw refuse('user.credentials')
    throw error
  }
}
