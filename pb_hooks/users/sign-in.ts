import * as z from 'zod/mini'
import { id } from '../../src/domain/text/written.ts'
import { refuseFarQuery } from '../lib/far-query.ts'
import { bodyOf, judge } from '../lib/input.ts'
import { refuse, statusOf } from '../lib/refusal.ts'
import { redeem } from './codes.ts'
import { rememberDevice } from './known-device.ts'
import { judgedInTries } from './wrong-tries.ts'

const codeSignIn = z.object({ otpId: id, password: z.string() })

/** Says in our words why a sign-in was refused: inactive only after the password was right. */
export function signInWithPassword(e: core.RecordAuthWithPasswordRequestEvent) {
  const isWrong = (error: unknown) => statusOf(error) === 400
  return worded(() => judgedInTries(e, e.identity, () => e.next(), isWrong))
}

export function renewSession(e: core.RecordAuthRefreshRequestEvent) {
  return worded(() => e.next())
}

/** In the place of PocketBase's own call of this name, whose tries are counted for each address apart. */
export function signInWithCode(e: core.RequestEvent) {
  // PocketBase reads the body again for its answer, so it is taken here from where PocketBase keeps what it read.
  const { otpId: sent, password: code } = bodyOf(e)
  const { otpId, password } = judge(codeSignIn, { otpId: sent, password: code })
  const person = redeem(e.app, otpId, password)
  return worded(() => $apis.recordAuthResponse(e, person, 'otp'))
}

/** That call again under another spelling of the collection: a right code is answered as a wrong one is. */
export function refuseUncountedCode(_e: core.RecordAuthWithOTPRequestEvent) {
  throw new BadRequestError('Invalid or expired OTP')
}

/** The last door of every way in, for those that pass the collection's authRule (`impersonate`). */
export function refuseInactive(e: core.RecordAuthRequestEvent) {
  refuseFarQuery(e)
  if (!e.record?.getBool('isActive')) throw refuse('user.inactive', 403)
  if (!e.hasSuperuserAuth()) rememberDevice(e, e.record)
  return e.next()
}

function worded<Answer>(attempt: () => Answer): Answer {
  try {
    return attempt()
  } catch (error) {
    const status = statusOf(error)
    if (status === 403) throw refuse('user.inactive', 403)
    if (status === 400) throw refuse('user.credentials')
    throw error
  }
}
