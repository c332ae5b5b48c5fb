import { BaseAuthStore } from 'pocketbase'
import { pb } from '../lib/pb.ts'

/** Stores token and user record in a secure cookie. Browsers discard it on plain HTTP, except on localhost. */
export function writeSessionCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = pb.authStore.exportToCookie({ httpOnly: false })
}

export function removeSessionCookie() {
  // The cookie of an empty store has expired.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = new BaseAuthStore().exportToCookie({ httpOnly: false })
}

/** Returns token and user record of the cookie; empty if it is missing or invalid. */
export function readSessionCookie(): BaseAuthStore {
  const store = new BaseAuthStore()
  store.loadFromCookie(document.cookie)
  return store
}

/** Returns the id of the user who signed in last in any window of this browser; undefined without a cookie. */
export const getCookieUserId = (): string | undefined => readSessionCookie().record?.id
