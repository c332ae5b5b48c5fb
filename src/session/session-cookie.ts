import { BaseAuthStore } from 'pocketbase'
import { pb } from '../lib/pb.ts'
import { sessionCookieName } from './session-hint.ts'

/** Stores token and user record in a secure cookie. Browsers discard it on plain HTTP, except on localhost. */
export function writeSessionCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = pb.authStore.exportToCookie(
    { secure: true, sameSite: 'Strict', httpOnly: false, path: '/' },
    sessionCookieName,
  )
}

export function removeSessionCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${sessionCookieName}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict; Secure`
}

/** Returns the id of the user who signed in last in any window of this browser; undefined without a cookie. */
export function getCookieUserId(): string | undefined {
  const store = new BaseAuthStore()
  store.loadFromCookie(document.cookie, sessionCookieName)
  return store.record?.id
}
