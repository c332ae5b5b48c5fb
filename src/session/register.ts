import type { Registration } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'
import { keepWaiting, type Waiting } from './waiting.ts'

/** For whoever looks into the browser's own log; the screen says what a person can do. */
function logged(error: unknown): never {
  console.error(error)
  throw error
}

/** Creates the account and asks for the code that confirms its e-mail. */
export async function createAccount(input: Registration) {
  const account = { ...input, emailVisibility: true, role: '_user', verified: false, isActive: false }
  await pb.collection('users').create(account).catch(logged)
  // The account exists from here on: a code that cannot be sent now is asked for on the next screen.
  await sendCode(input.email).catch(() => keepWaiting({ email: input.email, otpId: '', sentAt: 0, verified: false }))
}

/** Sends a code and keeps what the next screen needs to know of it. */
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
