import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { clearSession, startSession } from './session.ts'
import { getCookieUserId, readSessionCookie } from './session-cookie.ts'
import { useSession } from './session-store.ts'

let confirmed = false
/**
 * Returns whether the server confirmed the session since the page was loaded; `false` if the user was only read from
 * the cookie.
 */
export const isUserConfirmed = () => confirmed

/** Returns the signed-in user from the store, otherwise from the cookie; `null` if there is none. */
export async function loadCurrentUser(): Promise<User | null> {
  return useSession.getState().user ?? (await restoreFromCookie())
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
    .then(
      (found) => {
        confirmed = true
        return found
      },
      () => cookieUser,
    )
  // Restarts if another window signed in or out in the meantime.
  if (getCookieUserId() !== cookieUser.id) return restoreFromCookie()
  startSession(user, token)
  return user
}
