import { useSession } from './session-store.ts'

export const sessionCookieName = 'pb_auth'

/** Returns whether a session may exist: a user in the store or a cookie. If false, callers can skip the check with the server. */
export function hasSessionHint(): boolean {
  return useSession.getState().user !== null || document.cookie.includes(`${sessionCookieName}=`)
}
