import { personByEmail } from '../lib/people.ts'

const days = 180
const secondsPerDay = 86_400

type Call = core.RequestEvent | { requestEvent?: core.RequestEvent }

const callOf = (e: Call): core.RequestEvent => (e as { requestEvent?: core.RequestEvent }).requestEvent ?? (e as never)

/** Sets a device cookie after a successful sign-in, so that wrong passwords from other devices do not lock the user out. */
export function rememberDevice(e: Call, person: core.Record) {
  const call = callOf(e)
  const nonce = nonceIn(call, person) ?? $security.randomString(30)
  const value = $security.createJWT({ type, id: person.id, nonce }, keyOf(person), days * secondsPerDay)
  const secure = call.app.settings().meta.appURL.startsWith('https:')
  const sameSite = 3 as http.SameSite // Strict
  const cookie = { name: nameOf(person.email()), value, path: '/api', maxAge: days * secondsPerDay, secure, sameSite }
  call.setCookie(new Cookie({ ...cookie, httpOnly: true }))
}

/** Returns the key that counts wrong passwords of a known device; undefined if the device never signed in to this account. */
export function knownDevice(e: Call, email: string): string | undefined {
  const call = callOf(e)
  const person = cookieIn(call, email) && personByEmail(call.app, email)
  const nonce = person && nonceIn(call, person)
  return nonce && `device ${$security.sha256(nonce)}`
}

const type = 'device'

/** Returns the signing key of device cookies. It includes the session key: a new password, and ending all sessions, invalidate all devices. */
const keyOf = (person: core.Record) => `${person.tokenKey()}${person.collection().authToken.secret}${type}`

/** Returns the cookie's name. Each account has its own, because several users may share a browser. */
const nameOf = (email: string) => `device_${$security.sha256(email.toLowerCase()).slice(0, 16)}`

function cookieIn({ request }: core.RequestEvent, email: string): string | undefined {
  const start = `${nameOf(email)}=`
  const cookies = (request?.header.get('Cookie') ?? '').split('; ')
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

function nonceIn(call: core.RequestEvent, person: core.Record): string | undefined {
  try {
    const claims = $security.parseJWT(cookieIn(call, person.email()) ?? '', keyOf(person))
    return claims.type === type && claims.id === person.id ? String(claims.nonce) : undefined
  } catch {
    // The cookie is missing, invalid, expired, or signed with another key.
    return undefined
  }
}
