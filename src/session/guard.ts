import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { personInCookie } from './cookie.ts'
import { begin, clear } from './session.ts'
import { useSession } from './store.ts'
import { cookieName } from './trace.ts'

let heard = false
/** Whether the server itself has just spoken of the person whom the guard let in, and not the cookie alone. */
export const isHeardOf = () => heard

/** Proves a user: from the store, else from the cookie, else nobody. */
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
  // Without a connection the cookie's own record lets one in; a refused refresh ends the session afterwards.
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
  // Somebody may have left, or come, by another window meanwhile.
  if (personInCookie() !== kept.id) return restore()
  begin(user, token)
  return user
}
