import { useSession } from './store.ts'

export const cookieName = 'pb_auth'

/** Whether it is worth asking who is here: somebody is in the store, or a cookie was left. */
export function mayBeHere(): boolean {
  return useSession.getState().user !== null || document.cookie.includes(`${cookieName}=`)
}
