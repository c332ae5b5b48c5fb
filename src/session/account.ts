import { errorMessages } from '../domain/errors.ts'
import type { Value } from '../domain/fields/field.ts'
import type { Credentials, EmailConfirmation, NewPassword, Profile, Registration, User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { begin, clear, goOn, isHere } from './session.ts'
import { refusalOf } from './sign-in-refusal.ts'
import { keepWaiting, type Waiting } from './waiting.ts'

/** Logs the error to the browser console for developers, then rethrows it; the screen shows its own message. */
function logged(error: unknown): never {
  console.error(error)
  throw error
}

/** Creates an account and requests the code that confirms its email address. */
export async function createAccount(input: Registration) {
  const account = { ...input, emailVisibility: true, role: '_user', verified: false, isActive: false }
  await pb.collection('users').create(account).catch(logged)
  // If the code cannot be sent, registration continues: the next screen lets the user request a new one.
  await sendCode(input.email).catch(() => keepWaiting({ email: input.email, otpId: '', sentAt: 0, verified: false }))
}

/** Sends a confirmation code and stores its id and time for the next screen. */
export async function sendCode(email: string): Promise<Waiting> {
  const { otpId } = await pb.collection('users').requestOTP(email).catch(logged)
  const waiting = { email, otpId, sentAt: Date.now(), verified: false }
  keepWaiting(waiting)
  return waiting
}

export async function confirmEmail(waiting: Waiting, code: string): Promise<Waiting> {
  await pb.send('/api/app/verify', { method: 'POST', body: { otpId: waiting.otpId, code } })
  const confirmed = { ...waiting, verified: true }
  keepWaiting(confirmed)
  return confirmed
}

/** Signs in. On failure, clears the session and throws an error whose message the screen shows. */
export async function signIn({ email, password }: Credentials): Promise<User> {
  try {
    const { record, token } = await pb.collection('users').authWithPassword<User>(email, password)
    if (!record?.id) throw new Error('No se recibieron datos del usuario')
    if (!record.isActive) throw new Error(errorMessages['user.inactive'])
    begin(record, token)
    return record
  } catch (cause) {
    clear()
    console.error(cause)
    throw new Error(refusalOf(cause), { cause })
  }
}

/** Requests a password reset. The answer is the same whether the account exists or not. */
export const askForRecovery = (email: string) => pb.collection('users').requestPasswordReset(email)

export const setNewPassword = (token: string, { password, passwordConfirm }: NewPassword) =>
  pb.collection('users').confirmPasswordReset(token, password, passwordConfirm)

export const confirmNewEmail = (body: EmailConfirmation) =>
  pb.send<void>('/api/app/users/email', { method: 'POST', body })

export async function saveProfile(user: User, input: Profile | { profile: Record<string, Value | null> }) {
  const saved = await pb.collection('users').update<User>(user.id, input)
  if (isHere(user.id)) begin(saved, pb.authStore.token)
}

/** Changes the password and signs in again, because the server ends all sessions of the account. */
export async function changePassword(user: User, input: NewPassword & { oldPassword: string }) {
  await pb.collection('users').update(user.id, input)
  if (!isHere(user.id)) return
  const { record, token } = await pb.collection('users').authWithPassword<User>(user.email, input.password)
  goOn(record, token)
}

/** Ends all sessions of the account on all devices and starts a new one here. */
export async function endSessions() {
  const { record, token } = await pb.send<{ record: User; token: string }>('/api/app/sessions/end', { method: 'POST' })
  goOn(record, token)
}
