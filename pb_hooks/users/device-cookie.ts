import { findUserByEmail } from '../lib/users.ts'

const cookieDays = 180
const secondsPerDay = 86_400

const getRequestEvent = (e: core.RequestEvent) => e.requestEvent ?? e

/** Sets a device cookie after a successful sign-in, so that wrong passwords from other devices do not lock the user out. */
export function setDeviceCookie(e: core.RequestEvent, user: core.Record) {
  const call = getRequestEvent(e)
  const nonce = readNonce(call, user) ?? $security.randomString(30)
  const value = $security.createJWT(
    { type: cookieType, id: user.id, nonce },
    getSigningKey(user),
    cookieDays * secondsPerDay,
  )
  const secure = call.app.settings().meta.appURL.startsWith('https:')
  const sameSite = 3 as http.SameSite // Strict
  const cookie = {
    name: getCookieName(user.email()),
    value,
    path: '/api',
    maxAge: cookieDays * secondsPerDay,
    secure,
    sameSite,
  }
  call.setCookie(new Cookie({ ...cookie, httpOnly: true }))
}

/** Returns the key that counts wrong passwords of a known device; undefined if the device never signed in to this account. */
export function getKnownDeviceKey(e: core.RequestEvent, email: string): string | undefined {
  const call = getRequestEvent(e)
  const user = readCookie(call, email) && findUserByEmail(call.app, email)
  const nonce = user && readNonce(call, user)
  return nonce && `device ${$security.sha256(nonce)}`
}

const cookieType = 'device'

/** Returns the signing key of device cookies. It includes the session key: a new password, and ending all sessions, invalidate all devices. */
const getSigningKey = (user: core.Record) => `${user.tokenKey()}${user.collection().authToken.secret}${cookieType}`

/** Returns the cookie's name. Each account has its own, because several users may share a browser. */
const getCookieName = (email: string) => `device_${$security.sha256(email.toLowerCase()).slice(0, 16)}`

function readCookie({ request }: core.RequestEvent, email: string): string | undefined {
  const start = `${getCookieName(email)}=`
  const cookies = (request?.header.get('Cookie') ?? '').split('; ')
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

function readNonce(call: core.RequestEvent, user: core.Record): string | undefined {
  try {
    const claims = $security.parseJWT(readCookie(call, user.email()) ?? '', getSigningKey(user))
    return claims.type === cookieType && claims.id === user.id ? String(claims.nonce) : undefined
  } catch {
    // Treats the device as unknown: its cookie is missing, invalid, expired or signed with another key.
    return undefined
  }
}
