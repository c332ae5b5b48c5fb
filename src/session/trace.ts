import { useSession } from './store.ts'

export const cookieName = 'pb_auth'

/** Returns whether a session may exist: a user in the store or a cookie. If false, callers can skip the check with the server. */
export function mayBeHere(): boolean {
  return useSession.getState().user !== null || document.cookie.includes(`${cookieName}=`)
}
