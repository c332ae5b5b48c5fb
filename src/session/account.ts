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
  const { otpId } = await pb.collection('users').requestOTP(email).catch(logAndRethrow)
  return savePendingRegistration({ email, otpId, sentAt: Date.now(), verified: false })
}

export async function confirmEmail(waiting: PendingRegistration, code: string): Promise<PendingRegistration> {
  await pb.send('/api/app/verify', { method: 'POST', body: { otpId: waiting.otpId, code } })
  registered = null
  return savePendingRegistration({ ...waiting, verified: true })
}

/** Signs in. On failure, clears the session and throws an error whose message the screen shows. */
export async function signIn({ email, password }: Credentials): Promise<User> {
  try {
    const { record, token } = await pb.collection('users').authWithPassword<User>(email, password)
    if (!record?.id) throw new Error('No se recibieron datos del usuario')
    if (!record.isActive) throw new Error(errorMessages['user.inactive'])
    startSession(record, token)
    return record
  } catch (cause) {
    clearSession()
    console.error(cause)
    throw new Error(formatSignInError(cause), { cause })
  }
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
 * Changes the password and signs in again, because the server ends all sessions of the account. If the response is
 * lost, the sign-in shows whether the server changed the password.
 */
export async function changePassword(user: User, input: NewPassword & { oldPassword: string }) {
  const users = pb.collection('users')
  const lost = await users.update(user.id, input).then(
    () => null,
    (error: Error) => (isConnectionError(error) ? error : Promise.reject(error)),
  )
  if (!isSignedIn(user.id)) return lost ? Promise.reject(lost) : undefined
  const { record, token } = await users
    .authWithPassword<User>(user.email, input.password)
    .catch((error: unknown) => Promise.reject(explainFailedSignIn(error, lost)))
  refreshSession(record, token)
}

/** Returns the error to show if the sign-in with the new password failed. `lost`: connection error of the change. */
function explainFailedSignIn(error: unknown, lost: Error | null): unknown {
  if (lost && isApiError(error) && error.status === 400) return lost
  if (!lost && !isConnectionError(error)) return error
  const message =
    'Se perdió la conexión y la contraseña pudo haber cambiado. Inicie sesión con la nueva o, si no funciona, con la anterior.'
  return createApiError(0, { message, data: { code: { code: 'password.uncertain' } } })
}

/** Ends all sessions of the account on all devices and starts a new one here. */
export async function endSessions() {
  const { record, token } = await pb.send<{ record: User; token: string }>('/api/app/sessions/end', { method: 'POST' })
  refreshSession(record, token)
}
