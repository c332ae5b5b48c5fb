import { useSession } from './store.ts'

export const cookieName = 'pb_auth'

/** Returns whether a session may exist: a user in the store or a cookie. Avoids a needless check otherwise. */
export function mayBeHere(): boolean {
  return useSession.getState().user !== null || document.cookie.includes(`${cookieName}=`)
}
