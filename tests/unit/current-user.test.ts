import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage, documentWithCookies } from '../support/jar.ts'

// Inserts its styles when it is imported, and these tests have no page.
vi.mock('sonner', () => ({ toast: {} }))

const storedUser = {
  id: 'u00000000000001',
  email: 'ana@ejemplo.test',
  name: 'Ana en la cookie',
  role: '_user',
  isActive: true,
}
const fresh = { ...storedUser, name: 'Ana del servidor' }

function tokenUntil(seconds: number) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ id: storedUser.id, exp: seconds })}.firma`
}
const now = () => Math.floor(Date.now() / 1000)
const cookieOf = (value: unknown) =>
  `pb_auth=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`

const server = vi.fn<typeof fetch>()
const answers = (status: number, body: unknown) =>
  server.mockImplementation(async () => Response.json(body, { status }))

async function theGuard() {
  const { loadCurrentUser } = await import('../../src/session/current-user.ts')
  const { useSession } = await import('../../src/session/session-store.ts')
  const { signOut } = await import('../../src/session/session.ts')
  return { loadCurrentUser, useSession, signOut }
}

let page: ReturnType<typeof documentWithCookies>

beforeEach(() => {
  vi.resetModules()
  server.mockReset()
  vi.stubGlobal('fetch', server)
  page = documentWithCookies()
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', aStorage())
  vi.stubGlobal('BroadcastChannel', undefined)
})

test('returns the user of the store without reading cookie or server', async () => {
  const { loadCurrentUser, useSession } = await theGuard()
  useSession.setState({ user: fresh as never })
  page.cookie = cookieOf('no es json')
  expect(await loadCurrentUser()).toBe(fresh)
  expect(server).not.toHaveBeenCalled()
})

test('returns no user without store and cookie, and marks the session as initialized', async () => {
  const { loadCurrentUser, useSession } = await theGuard()
  expect(await loadCurrentUser()).toBeNull()
  expect(useSession.getState()).toMatchObject({ user: null, token: '', isInitialized: true })
  expect(server).not.toHaveBeenCalled()
})

test.each([
  ['with invalid JSON', 'no es json'],
  ['with an expired token', { token: tokenUntil(now() - 10), record: storedUser }],
  ['without a token', { token: '', record: storedUser }],
  ['with a malformed token', { token: 'x.y.z', record: storedUser }],
  ['without user data', { token: tokenUntil(now() + 60), record: null }],
  ['with user data without an id', { token: tokenUntil(now() + 60), record: { name: 'Ana' } }],
])('removes a cookie %s and returns no user', async (_, value) => {
  const { loadCurrentUser } = await theGuard()
  page.cookie = cookieOf(value)
  expect(await loadCurrentUser()).toBeNull()
  expect(page.cookie).toBe('')
  expect(server).not.toHaveBeenCalled()
})

test('loads the user by id from the server if the cookie is valid', async () => {
  const { loadCurrentUser, useSession } = await theGuard()
  const token = tokenUntil(now() + 60)
  page.cookie = cookieOf({ token, record: storedUser })
  answers(200, fresh)
  expect(await loadCurrentUser()).toMatchObject({ name: 'Ana del servidor' })
  expect(String(server.mock.calls[0]?.[0])).toContain(`/api/collections/users/records/${storedUser.id}`)
  expect(useSession.getState()).toMatchObject({ user: { name: 'Ana del servidor' }, token, isInitialized: true })
})

test.each([
  ['the server is unreachable', () => server.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['the server rejects the call', () => answers(404, { status: 404, message: '', data: {} })],
])('uses the record of the cookie if %s', async (_, arrange) => {
  const { loadCurrentUser } = await theGuard()
  page.cookie = cookieOf({ token: tokenUntil(now() + 60), record: storedUser })
  arrange()
  expect(await loadCurrentUser()).toMatchObject({ name: 'Ana en la cookie' })
})

test('stores only the token and the initialized flag in the session storage', async () => {
  const { loadCurrentUser } = await theGuard()
  const token = tokenUntil(now() + 60)
  page.cookie = cookieOf({ token, record: storedUser })
  answers(200, fresh)
  await loadCurrentUser()
  const stored = JSON.parse(sessionStorage.getItem('session-storage') ?? '')
  expect(stored.state).toEqual({ token, isInitialized: true })
})

test('clears cookie, token and user on sign-out', async () => {
  const { loadCurrentUser, useSession, signOut } = await theGuard()
  page.cookie = cookieOf({ token: tokenUntil(now() + 60), record: storedUser })
  answers(200, fresh)
  await loadCurrentUser()
  signOut()
  expect(page.cookie).toBe('')
  expect(useSession.getState()).toEqual({ user: null, token: '', isInitialized: true })
  expect(await loadCurrentUser()).toBeNull()
})

test('shortens a user record that would not fit in a cookie, so that the session survives a reload', async () => {
  const { loadCurrentUser } = await theGuard()
  page.cookie = cookieOf({ token: tokenUntil(now() + 60), record: storedUser })
  answers(200, { ...fresh, name: 'Ñ'.repeat(1_000), avatar: 'x' })
  await loadCurrentUser()
  expect(page.cookie.length).toBeLessThan(4_096)
  const { readSessionCookie } = await import('../../src/session/session-cookie.ts')
  expect(readSessionCookie().record).toEqual({
    id: 'u00000000000001',
    email: 'ana@ejemplo.test',
    collectionId: '_pb_users_auth_',
    collectionName: 'users',
  })
})
