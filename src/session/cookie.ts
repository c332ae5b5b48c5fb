import { BaseAuthStore } from 'pocketbase'
import { pb } from '../lib/pb.ts'
import { cookieName } from './trace.ts'

/** Token and record of whoever is signed in; a browser on plain http outside localhost does not keep it. */
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

/** The id of whoever came in last in this browser, by any of its windows; undefined where no cookie is kept. */
export function personInCookie(): string | undefined {
  const kept = new BaseAuthStore()
  kept.loadFromCookie(document.cookie, cookieName)
  return kept.record?.id
}
