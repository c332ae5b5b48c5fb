import type { TotpStart } from '../domain/users/totp.ts'
import type { RecoveryCodes, TotpSecret } from '../domain/users/totp-output.ts'
import type { SecondFactorInput, User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { isSignedIn, startSession } from './session.ts'

/** Starts or stops asking for a code at each sign-in of the user, confirmed by a code. */
export async function saveSecondFactor(user: User, body: SecondFactorInput) {
  await pb.send<void>('/api/app/second-factor', { method: 'PUT', body })
  setSecondFactor(user, body.enabled)
}

/** Stores in the session whether sign-ins of its user need a code. */
function setSecondFactor(user: User, secondFactor: boolean) {
  if (isSignedIn(user.id)) startSession({ ...user, secondFactor }, pb.authStore.token)
}

const path = '/api/app/totp'

/** Creates a secret, which counts once a code confirms it. */
export const startTotp = (body: TotpStart) => pb.send<TotpSecret>(path, { method: 'POST', body })

/** Confirms the secret with the first code. Returns recovery codes. */
export async function confirmTotp(user: User, token: string, code: string): Promise<RecoveryCodes> {
  const made = await pb.send<RecoveryCodes>(path, { method: 'PUT', body: { token, code } })
  setSecondFactor(user, true)
  return made
}

export const createRecoveryCodes = (code: string) =>
  pb.send<RecoveryCodes>(`${path}/codes`, { method: 'POST', body: { code } })

export async function endTotp(user: User, code: string) {
  await pb.send<void>(`${path}/end`, { method: 'POST', body: { code } })
  setSecondFactor(user, false)
}

/** Maximum characters of a QR code on a screen. */
const maxUrlLength = 134

/** Returns the text of the QR code with which an app stores a secret. Shortens the issuer until it fits. */
export function buildTotpUrl({ secret }: Pick<TotpSecret, 'secret'>, email: string, issuer: string): string {
  const letters = [...issuer]
  for (let length = letters.length; ; length--) {
    const name = encodeURIComponent(letters.slice(0, length).join('').trim())
    const url = `otpauth://totp/${encodeURIComponent(email)}?secret=${secret}&issuer=${name}`
    if (url.length <= maxUrlLength || length <= 0) return url
  }
}

/** Separates a code into groups of four: `ABCDEFGH` → `ABCD EFGH`. */
export const groupByFour = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')
