import { BaseAuthStore } from 'pocketbase'
import { pb } from '../lib/pb.ts'
import { cookieName } from './trace.ts'

/** Stores token and user record in a cookie. Browsers discard this secure cookie on plain HTTP outside localhost. */
export function writeCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = pb.authStore.exportToCookie(
    { secure: true, sameSite: 'Strict', httpOnly: false, path: '/' },
    cookieName,
  )
}

export function removeCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${cookieName}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict; Secure`
}

/** Returns the id of the user who signed in last in any window of this browser; undefined without a cookie. */
export function personInCookie(): string | undefined {
  const kept = new BaseAuthStore()
  kept.loadFromCookie(document.cookie, cookieName)
  return kept.record?.id
}
