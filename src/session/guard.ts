import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { personInCookie } from './cookie.ts'
import { begin, clear } from './session.ts'
import { useSession } from './store.ts'
import { cookieName } from './trace.ts'

let heard = false
/** Returns whether the server confirmed the signed-in user since page load; false if only the cookie did. */
export const isHeardOf = () => heard

/** Returns the signed-in user from the store, otherwise from the cookie; `null` if there is none. */
export async function whoIsHere(): Promise<User | null> {
  return useSession.getState().user ?? (await restore())
}

async function restore(): Promise<User | null> {
  pb.authStore.loadFromCookie(document.cookie, cookieName)
  const { record, token, isValid } = pb.authStore
  if (!isValid || !record?.id) {
    clear()
    return null
  }
  const kept = record as unknown as User
  // Offline, the cookie's record is enough. If the server later rejects the token, the session ends.
  const user = await pb
    .collection('users')
    .getOne<User>(kept.id)
    .then(
      (found) => {
        heard = true
        return found
      },
      () => kept,
    )
  // Restarts if another window signed in or out in the meantime.
  if (personInCookie() !== kept.id) return restore()
  begin(user, token)
  return user
}
