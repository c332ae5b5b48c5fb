import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { clearSession, startSession } from './session.ts'
import { getCookieUserId, readSessionCookie } from './session-cookie.ts'
import { useSession } from './session-store.ts'

let restoring: Promise<User | null> | undefined

/** Returns the signed-in user from the store, otherwise from the cookie; `null` if there is none. */
export async function loadCurrentUser(): Promise<User | null> {
  const { user } = useSession.getState()
  if (user) return user
  restoring ??= restoreFromCookie().finally(() => {
    restoring = undefined
  })
  return restoring
}

/**
 * Returns the user of the store or of the cookie, without waiting for the server: role and profile may have changed. `null` if there is none, or if
 * the cookie was too small for the whole record.
 */
export function getStoredUser(): User | null {
  const { record, isValid } = readSessionCookie()
  return useSession.getState().user ?? (isValid && record?.role ? (record as unknown as User) : null)
}

async function restoreFromCookie(): Promise<User | null> {
  const { token, record } = readSessionCookie()
  pb.authStore.save(token, record)
  if (!pb.authStore.isValid || !record?.id) {
    clearSession()
    return null
  }
  const cookieUser = record as unknown as User
  // Uses the cookie's user record if the server does not respond. If the server rejects the token later, the session ends.
  const user = await pb
    .collection('users')
    .getOne<User>(cookieUser.id)
    .catch(() => cookieUser)
  // Restarts if another window signed in or out in the meantime.
  if (getCookieUserId() !== cookieUser.id) return restoreFromCookie()
  startSession(user, token)
  return user
}
