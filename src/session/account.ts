import { errorMessages } from '../domain/errors.ts'
import type { Value } from '../domain/fields/field.ts'
import type { Credentials, EmailConfirmation, NewPassword, Profile, Registration, User } from '../domain/users/user.ts'
import { createApiError, isApiError } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { clearSession, isSignedIn, refreshSession, startSession } from './session.ts'
import { type PendingRegistration, savePendingRegistration } from './sign-in/pending-registration.ts'
import { formatSignInError } from './sign-in/sign-in-error.ts'

/** Logs an error to the browser console, because the screen shows only a general message. Then rethrows the error. */
function logAndRethrow(error: unknown): never {
  console.error(error)
  throw error
}

const isConnectionError = (error: unknown) => isApiError(error) && error.status === 0

/** Email address of the last registration without response; the server may have created its account. */
let unansweredEmail = ''

/** Input of the last registration, to repeat it with another email address; `null` after a reload. */
let registered: Registration | null = null
export const canCorrectEmail = () => registered !== null

/** Registers the same user again with another email address, because the first address was mistyped. */
export const correctEmail = (email: string) =>
  registered && registered.email !== email ? createAccount({ ...registered, email }) : sendEmailCode(email)

/** Creates an account and requests the code that confirms its email address. */
export async function createAccount(input: Registration): Promise<PendingRegistration> {
  const account = { ...input, emailVisibility: true, role: '_user', verified: false, isActive: false }
  await pb
    .collection('users')
    .create(account)
    .catch((error: unknown) => {
      if (isConnectionError(error)) unansweredEmail = input.email
      else if (input.email === unansweredEmail && isEmailTaken(error)) return
      logAndRethrow(error)
    })
  registered = input
  // If the code cannot be sent, registration continues: the user can request a new code on the next screen.
  return sendEmailCode(input.email).catch(() =>
    savePendingRegistration({ email: input.email, otpId: '', sentAt: 0, verified: false }),
  )
}

const isEmailTaken = (error: unknown) => isApiError(error) && error.response.data?.email?.code === 'user.email'

/** Sends a confirmation code and stores its id and time for the next screen. */
export async function sendEmailCode(email: string): Promise<PendingRegistration> {
  return savePendingRegistration({ email, ...(await requestCode(email).catch(logAndRethrow)), verified: false })
}

export async function confirmEmail(waiting: PendingRegistration, code: string): Promise<PendingRegistration> {
  await pb.send('/api/app/verify', { method: 'POST', body: { otpId: waiting.otpId, code } })
  registered = null
  return savePendingRegistration({ ...waiting, verified: true })
}

/** Code that was sent by mail. */
export interface SentCode {
  /** Id of the code request; empty if the code could not be sent. */
  otpId: string
  /** Time when the code was sent, in ms since 1970. */
  sentAt: number
}

/** Sign-in whose password was correct and which needs a code. */
export interface PendingSignIn extends SentCode {
  email: string
  mfaId: string
  /** Whether the code is one of the user's app, and not sent by mail. */
  isApp: boolean
}

/** Signs in, or returns the sign-in that needs a code. On failure, clears the session and throws an error whose message the screen shows. */
export async function signIn({ email, password }: Credentials): Promise<PendingSignIn | null> {
  try {
    openSession(await pb.collection('users').authWithPassword<User>(email, password))
    return null
  } catch (cause) {
    const { mfaId, secondFactor } = isApiError(cause) ? cause.response : {}
    if (mfaId) {
      const pending = { email, mfaId, isApp: secondFactor === 'totp', otpId: '', sentAt: 0 }
      // If the code cannot be sent, the screen offers to try again.
      return pending.isApp ? pending : sendSignInCode(pending).catch(() => pending)
    }
    clearSession()
    console.error(cause)
    throw new Error(formatSignInError(cause), { cause })
  }
}

/** Starts the session of a sign-in's response. */
export function openSession({ record, token }: { record: User; token: string }) {
  if (!record?.id) throw new Error('No se recibieron datos del usuario')
  if (!record.isActive) throw new Error(errorMessages['user.inactive'])
  startSession(record, token)
}

export async function sendSignInCode(pending: PendingSignIn): Promise<PendingSignIn> {
  return { ...pending, ...(await requestCode(pending.email)) }
}

export async function requestCode(email: string): Promise<SentCode> {
  const { otpId } = await pb.collection('users').requestOTP(email)
  return { otpId, sentAt: Date.now() }
}

/** Requests a password reset mail. The response does not reveal whether the account exists. */
export const sendPasswordReset = (email: string) => pb.collection('users').requestPasswordReset(email)

export const completePasswordReset = (token: string, { password, passwordConfirm }: NewPassword) =>
  pb.collection('users').confirmPasswordReset(token, password, passwordConfirm)

export const confirmEmailChange = (body: EmailConfirmation) =>
  pb.send<void>('/api/app/users/email', { method: 'POST', body })

export async function saveProfile(user: User, input: Profile | { profile: Record<string, Value | null> }) {
  const saved = await pb.collection('users').update<User>(user.id, input)
  if (isSignedIn(user.id)) startSession(saved, pb.authStore.token)
}

/**
 * Changes the password and starts the session of the response, because the server ends all others. If the response is lost, a sign-in shows
 * whether the server changed the password.
 */
export async function changePassword(user: User, input: NewPassword & { oldPassword: string }) {
  const users = pb.collection('users')
  const { token, ...record } = await users
    .update<User & { token: string }>(user.id, input)
    .catch(async (lost: Error) => {
      if (!isConnectionError(lost) || !isSignedIn(user.id)) throw lost
      const session = await users
        .authWithPassword<User>(user.email, input.password)
        .catch((error: unknown) => Promise.reject(explainFailedSignIn(error, lost)))
      return { ...session.record, token: session.token }
    })
  refreshSession(record, token)
}

/** Returns the error to show if the sign-in with the new password failed. `lost`: connection error of the change. */
function explainFailedSignIn(error: unknown, lost: Error): unknown {
  if (isApiError(error) && error.status === 400) return lost
  const message =
    'Se perdió la conexión y la contraseña pudo haber cambiado. Inicie sesión con la nueva o, si no funciona, con la anterior.'
  return createApiError(0, { message, data: { code: { code: 'password.uncertain' } } })
}

/** Ends all sessions of the account on all devices and starts a new one here. */
export async function endSessions() {
  const { record, token } = await pb.send<{ record: User; token: string }>('/api/app/sessions/end', { method: 'POST' })
  refreshSession(record, token)
}
