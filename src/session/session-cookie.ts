import type { RecordModel } from 'pocketbase'
import { authStore, getTokenExpiry } from '../lib/auth-store.ts'
import { sessionCookieName } from './session-hint.ts'

/** Maximum size in bytes of a cookie; browsers discard longer ones. */
const maxCookieBytes = 4096

/** Stores token and user record in a secure cookie. Browsers discard it on plain HTTP, except on localhost. */
export function writeSessionCookie() {
  const { token, record } = authStore
  const expires = new Date(getTokenExpiry(token)).toUTCString()
  const create = (user: object | null) =>
    `${sessionCookieName}=${encodeURIComponent(JSON.stringify({ token, record: user }))}; Path=/; Expires=${expires}; SameSite=Strict; Secure`
  const cookie = create(record)
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = cookie.length <= maxCookieBytes ? cookie : create(shorten(record))
}

/** Returns the fields of a user record that restore a session. */
const shorten = (record: RecordModel | null) =>
  record &&
  Object.fromEntries(['id', 'email', 'verified', 'collectionId', 'collectionName'].map((name) => [name, record[name]]))

export function removeSessionCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${sessionCookieName}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict; Secure`
}

/** Returns token and user record of the cookie; empty if it is missing or invalid. */
export function readSessionCookie(): { token: string; record: RecordModel | null } {
  try {
    const value = new RegExp(`(?:^|; )${sessionCookieName}=([^;]*)`).exec(document.cookie)?.[1]
    const { token, record } = JSON.parse(decodeURIComponent(value ?? ''))
    return { token: String(token ?? ''), record: record ?? null }
  } catch {
    return { token: '', record: null }
  }
}

/** Returns the id of the user who signed in last in any window of this browser; undefined without a cookie. */
export const getCookieUserId = (): string | undefined => readSessionCookie().record?.id
