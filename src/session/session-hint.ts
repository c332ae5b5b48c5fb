import { useSession } from './session-store.ts'

export const sessionCookieName = 'pb_auth'

/** Returns whether there may be a session: a user in the store, or a session cookie. If `false`, callers need not ask the server. */
export function hasSessionHint(): boolean {
  return useSession.getState().user !== null || document.cookie.includes(`${sessionCookieName}=`)
}
