import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { clearSession, startSession } from './session.ts'
import { getCookieUserId } from './session-cookie.ts'
import { sessionCookieName } from './session-hint.ts'
import { useSession } from './session-store.ts'

let confirmed = false
/** Returns whether the server confirmed the signed-in user since page load; false if only the cookie did. */
export const isUserConfirmed = () => confirmed

/** Returns the signed-in user from the store, otherwise from the cookie; `null` if there is none. */
export async function loadCurrentUser(): Promise<User | null> {
  return useSession.getState().user ?? (await restoreFromCookie())
}

async function restoreFromCookie(): Promise<User | null> {
  pb.authStore.loadFromCookie(document.cookie, sessionCookieName)
  const { record, token, isValid } = pb.authStore
  if (!isValid || !record?.id) {
    clearSession()
    return null
  }
  const kept = record as unknown as User
  // Offline, the cookie's record is enough. If the server later rejects the token, the session ends.
  const user = await pb
    .collection('users')
    .getOne<User>(kept.id)
    .then(
      (found) => {
        confirmed = true
        return found
      },
      () => kept,
    )
  // Restarts if another window signed in or out in the meantime.
  if (getCookieUserId() !== kept.id) return restoreFromCookie()
  startSession(user, token)
  return user
}
