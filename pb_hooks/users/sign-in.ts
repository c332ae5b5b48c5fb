import * as z from 'zod/mini'
import { idSchema } from '../../src/domain/text/text-schemas.ts'
import { totpSignInSchema } from '../../src/domain/users/totp.ts'
import { isQueryTimeout } from '../lib/error-causes.ts'
import { createErrorResponse, getErrorStatus, getRequestBody, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { requirePasswordAllowed } from '../lib/sign-in-settings.ts'
import { queryRow } from '../lib/sql.ts'
import { findUserByEmail, findUserById } from '../lib/users.ts'
import { recordActivity } from './activity.ts'
import { setDeviceCookie } from './device-cookie.ts'
import { redeemOneTimeCode } from './one-time-codes.ts'
import { withAttemptLimit } from './password-attempts.ts'
import { needsSecondFactor } from './second-factor-policy.ts'
import { hasTotp, redeemTotpCode } from './totp-codes.ts'

const codeSignIn = z.object({ otpId: idSchema, password: z.string() })
const passwordSignIn = z.object({
  identity: z.string().check(z.minLength(1), z.maxLength(255)),
  password: z.string().check(z.minLength(1), z.maxLength(255)),
})

/**
 * Signs in with a password. Reports an inactive account only after a correct password. Replaces PocketBase's call of this name, which looks the
 * user up before a slot is taken: in a burst, that query timed out with 500.
 */
export function signInWithPassword(e: core.RequestEvent) {
  const { identity: sent, password: typed } = getRequestBody(e)
  const { identity, password } = validateInput(passwordSignIn, { identity: sent, password: typed })
  // Looks the user up first, because this query has a timeout; those of the attempts have none.
  const user = findUserByEmail(e.app, identity)
  const authenticate = () => requireCorrectPassword(e.app, user, password)
  const owner = withAttemptLimit(e, identity, authenticate, () => true)
  requirePasswordAllowed(owner)
  return translateErrors(() => $apis.recordAuthResponse(e, owner, 'password'))
}

function requireCorrectPassword(app: CoreApp, user: core.Record | undefined, password: string): core.Record {
  // Hashes like a real check, because a fast response would reveal that the address has no account.
  if (!user) new Record(app.findCachedCollectionByNameOrId('users')).setPassword('x')
  if (!user?.validatePassword(password)) throw createErrorResponse('user.credentials')
  return user
}

export function renewSession(e: core.RecordAuthRefreshRequestEvent) {
  return translateErrors(() => e.next())
}

/** Signs in with a one-time code. Replaces PocketBase's `auth-with-otp`, which counts attempts per network only. */
export function signInWithOneTimeCode(e: core.RequestEvent) {
  const user = redeemSentCode(e, 'users')
  requirePasswordAllowed(user)
  return translateErrors(() => $apis.recordAuthResponse(e, user, 'otp'))
}

/**
 * `POST /api/app/auth-with-totp`: `{mfaId, code}` → a session, as PocketBase's sign-ins return it. `mfaId`: response to the password. `code`: code of
 * the app, or a recovery code.
 */
export function signInWithTotp(e: core.RequestEvent) {
  const { mfaId: sent, code: typed } = getRequestBody(e)
  const { mfaId, code } = validateInput(totpSignInSchema, { mfaId: sent, code: typed })
  const user = findUserOfFirstStep(e.app, mfaId)
  redeemTotpCode(e, user, code)
  return translateErrors(() => $apis.recordAuthResponse(e, user, 'totp'))
}

/** Returns the user whose first step has this id; throws if it is unknown, used or expired. */
function findUserOfFirstStep(app: CoreApp, id: string): core.Record {
  const { id: users, mfa } = app.findCachedCollectionByNameOrId('users')
  const query = `SELECT recordRef FROM _mfas WHERE id = {:id} AND collectionRef = {:users} AND unixepoch(created) > {:since}`
  const params = { id, users, since: Math.floor(Date.now() / 1000) - mfa.duration }
  const user = findUserById(app, queryRow(app, query, params, { recordRef: '' })?.recordRef ?? '')
  if (!user) throw createErrorResponse('signIn.expired')
  return user
}

/** Signs a guest in with a one-time code. The session lasts 30 minutes and is not renewed. */
export function signInGuest(e: core.RequestEvent) {
  const guest = redeemSentCode(e, 'guests')
  refuseExpensiveQuery(e)
  if (guest.getBool('blocked')) throw createErrorResponse('link.blocked', 403)
  return $apis.recordAuthResponse(e, guest, 'otp')
}

/** Returns the person whose code the call contains. Takes the parsed body, because PocketBase reads the body again for its response. */
function redeemSentCode(e: core.RequestEvent, collection: 'users' | 'guests'): core.Record {
  const { otpId: sent, password: code } = getRequestBody(e)
  const { otpId, password } = validateInput(codeSignIn, { otpId: sent, password: code })
  return redeemOneTimeCode(e.app, otpId, password, collection)
}

/** Refuses PocketBase's other ways to get a code or a session of a guest: codes are sent only by link, and sessions are not renewed. */
export function refuseGuestCall() {
  throw createErrorResponse('forbidden', 403)
}

/** Refuses a sign-in by code under another spelling of the collection, which would not count attempts. Returns the same error as for a wrong code. */
export function refuseOtpForCollectionAlias(_e: core.RecordAuthWithOTPRequestEvent) {
  throw new BadRequestError('Invalid or expired OTP')
}

/** Refuses a call under another spelling of the collection, because its own route does not run. */
export function refuseCollectionAlias() {
  throw createErrorResponse('user.credentials')
}

/**
 * Refuses inactive users after every kind of sign-in, including those that bypass the collection's `authRule` (`impersonate`). Sets the device
 * cookie, unless the sign-in still needs its second factor.
 */
export function refuseInactiveUser(e: core.RecordAuthRequestEvent) {
  refuseExpensiveQuery(e)
  if (!e.record?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
  if (['password', 'otp'].includes(e.authMethod) && hasTotp(e.app, e.record.id)) return requestTotpCode(e, e.record)
  if (e.hasSuperuserAuth() || isFirstFactor(e, e.record)) return e.next()
  setDeviceCookie(e, e.record)
  try {
    e.next()
  } catch (error) {
    // The second factor was refused.
    e.requestEvent?.response.header().del('Set-Cookie')
    throw error
  }
  recordActivity(e.app, e.record)
}

/**
 * Responds like PocketBase to a first step, and reports that the second one needs a code of the app. Ignores the `mfaId` of the call: PocketBase
 * would accept a code sent by mail as the second step of a password.
 */
function requestTotpCode(e: core.RecordAuthRequestEvent, user: core.Record) {
  const mfa = new Record(e.app.findCachedCollectionByNameOrId('_mfas'))
  mfa.set('collectionRef', user.collection().id)
  mfa.set('recordRef', user.id)
  mfa.set('method', e.authMethod)
  e.app.save(mfa)
  return e.requestEvent?.json(401, { mfaId: mfa.id, secondFactor: 'totp' })
}

/** Returns whether PocketBase answers this sign-in with 401 and an `mfaId` for the second factor. */
function isFirstFactor(e: core.RecordAuthRequestEvent, user: core.Record): boolean {
  if (!['password', 'otp'].includes(e.authMethod) || !needsSecondFactor(user)) return false
  return !(getRequestBody(e).mfaId || e.requestInfo().query.mfaId)
}

function translateErrors<Answer>(attempt: () => Answer): Answer {
  try {
    return attempt()
  } catch (error) {
    // PocketBase responds to a timeout like to an inactive account.
    if (isQueryTimeout(error)) throw error
    const status = getErrorStatus(error)
    // Messages of PocketBase 0.40.4.
    if (/different authentication method/.test(`${error}`)) throw createErrorResponse('signIn.code')
    if (/MFA session/.test(`${error}`)) throw createErrorResponse('signIn.expired')
    if (status === 403) throw createErrorResponse('user.inactive', 403)
    if (status === 400) throw createErrorResponse('user.credentials')
    throw error
  }
}
