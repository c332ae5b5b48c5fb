import { emailVerificationSchema, newPasswordSchema, passwordRecoverySchema } from '../../src/domain/users/user.ts'
import { isQueryTimeout } from '../lib/error-causes.ts'
import { recordUserEvent } from '../lib/events.ts'
import {
  createErrorResponse,
  getRequestBody,
  readInput,
  respondEarly,
  respondEmptyEarly,
  validateInput,
} from '../lib/http.ts'
import { isWithinRateLimit } from '../lib/limits.ts'
import { logError } from '../lib/log.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { findUserByEmail, findUserById } from '../lib/users.ts'
import { enqueueMail, sendQueuedMails } from '../mail/mail-queue.ts'
import { secretPlaceholder } from '../mail/mail-secrets.ts'
import { buildRecoveryMail } from '../mail/mails.ts'
import { changeUserAndRespond } from './change-user.ts'
import { enqueueOneTimeCode, redeemOneTimeCode, storeOneTimeCodeRequest } from './one-time-codes.ts'
import { clearFailedAttempts } from './password-attempts.ts'

/** `POST /api/app/verify`: `{otpId, code}` → 204. Confirms the email address without a sign-in. */
export function verifyEmail(e: core.RequestEvent) {
  const { otpId, code } = readInput(e, emailVerificationSchema)
  redeemOneTimeCode(e.app, otpId, code)
  return e.noContent(204)
}

/**
 * Sends a code, at most two mails a minute. Responds before any work, so that the response time does not reveal whether the address has an account.
 * Replaces PocketBase's call of this name, which looks the user up before a slot is taken: in a burst, that query timed out with 500.
 */
export function requestOneTimeCode(e: core.RequestEvent) {
  const { email } = validateInput(passwordRecoverySchema, { email: getRequestBody(e).email })
  const user = findUserByEmail(e.app, email)
  const otpId = storeOneTimeCodeRequest(e.app, email, user, e.realIP())
  respondEarly(e, 200, { otpId })
  if (!user || !isWithinRateLimit(e.app, `code ${user.id}`, 2, 60)) return
  sendAfterResponse(() => enqueueOneTimeCode(e.app, user, otpId))
}

/**
 * Sends a password link, at most one in two minutes. Replaces PocketBase's call of this name, which is slower if the address has an account.
 * The response is the same in both cases.
 */
export function requestPasswordReset(e: core.RequestEvent) {
  const { email } = validateInput(passwordRecoverySchema, { email: getRequestBody(e).email })
  respondEmptyEarly(e)
  const user = findUserByEmail(e.app, email)
  if (!user || !isWithinRateLimit(e.app, `recovery ${user.id}`, 1, 120)) return
  sendAfterResponse(() =>
    enqueueMail(e.app, buildRecoveryMail(e.app, user, secretPlaceholder), { kind: 'recovery', user: user.id }),
  )
}

/**
 * Sets a password by link. Replaces PocketBase's call of this name, which responds with 500 to the JSON body `null`
 * (0.40.4). Of parallel uses of a link, only the first succeeds, because it changes the user's key.
 */
export function resetPassword(e: core.RequestEvent) {
  const { token, password, passwordConfirm } = getRequestBody(e)
  const user = findUserByToken(e.app, token)
  const chosen = validateInput(newPasswordSchema, { password, passwordConfirm })
  const key = user.tokenKey()
  // Hashes the password before the transaction, because hashing is slow by design.
  user.setPassword(chosen.password)
  if ($security.parseUnverifiedJWT(String(token)).email === user.email()) user.setVerified(true)
  runRecordTransaction(e as core.RecordRequestEvent, (tx) => {
    if (findUserById(tx, user.id)?.tokenKey() !== key) throw buildExpiredLinkError()
    tx.save(user)
    clearFailedAttempts(tx, user)
  })
  return e.noContent(204)
}

function findUserByToken(app: CoreApp, token: unknown): core.Record {
  try {
    const user = app.findAuthRecordByToken(String(token), 'passwordReset')
    if (user?.collection().name === 'users') return user
  } catch (error) {
    if (isQueryTimeout(error)) throw error
  }
  throw buildExpiredLinkError()
}

const buildExpiredLinkError = () => createErrorResponse('recovery.token', 400, { token: 'recovery.token' })

/** `POST /api/app/users/{id}/unblock` → 204. Forgets wrong passwords and codes, so that the user can sign in immediately. */
export function unblockSignIn(e: core.RequestEvent) {
  changeUserAndRespond(e, (tx, user, actor) => {
    clearFailedAttempts(tx, user)
    recordUserEvent(tx, user, actor, 'unblock')
    return []
  })
}

/** Queues a mail and sends it. Errors are only logged, because the response was already sent. */
function sendAfterResponse(queue: () => string) {
  try {
    sendQueuedMails(queue())
  } catch (error) {
    logError('No se pudo preparar un correo:', error)
  }
}

/** Refuses changes of the email address: administrators change it. */
export function refuseEmailChange(_e: core.RequestEvent) {
  throw new ForbiddenError()
}
