import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage, documentWithCookies } from '../../support/jar.ts'

// Inserts its styles when it is imported, and these tests have no page.
vi.mock('sonner', () => ({ toast: {} }))

const ana = { id: 'u00000000000001', email: 'ana@ejemplo.test', name: 'Ana', role: '_user', isActive: true }
const later = Math.floor(Date.now() / 1000) + 3600
const tokenOf = (id: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ id, exp: later })}.firma`
}
const refusal = (status: number, code?: string) =>
  Response.json({ status, message: '', data: code ? { code: { code } } : {} }, { status })

const server = vi.fn<(path: string) => Response>()
const renewed = () => Response.json({ token: tokenOf(ana.id), record: ana })
let page: ReturnType<typeof documentWithCookies> & EventTarget & { visibilityState: string }
let screen: EventTarget

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  server.mockReset().mockImplementation(renewed)
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = server(path)
    if (answer.type === 'error') throw new TypeError('Failed to fetch')
    return answer
  })
  screen = new EventTarget()
  page = Object.assign(documentEvents(), { visibilityState: 'visible' })
  vi.stubGlobal('window', screen)
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', aStorage())
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('BroadcastChannel', undefined)
  return () => void vi.useRealTimers()
})

/** Returns a fake `document` with cookies and events. */
function documentEvents() {
  const target = new EventTarget()
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(documentWithCookies())) as typeof page
}

/** Signs Ana in and watches her session. */
async function watched() {
  const { startSession, clearSession } = await import('../../../src/session/session.ts')
  const { watchSession } = await import('../../../src/session/session-watch.ts')
  const { useSession } = await import('../../../src/session/session-store.ts')
  const { reportUnauthorized } = await import('../../../src/lib/query-client.ts')
  startSession(ana as never, tokenOf(ana.id))
  const onEnd = vi.fn()
  const stop = watchSession(onEnd)
  await settle()
  return { onEnd, stop, clearSession, reportUnauthorized, isIn: () => useSession.getState().user !== null }
}
/** Returns the body of a response whose connection ends after its first bytes. */
const cutBody = () =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"record":'))
      stream.error(new TypeError('network error'))
    },
  })
const settle = () => vi.advanceTimersByTimeAsync(0)
const firstCheck = () => vi.advanceTimersByTimeAsync(5_000)
const minute = () => vi.advanceTimersByTimeAsync(60_000)

test('checks the session after five seconds, every minute, on focus and when back online', async () => {
  const { onEnd, isIn } = await watched()
  expect(server).not.toHaveBeenCalled()
  await firstCheck()
  expect(server.mock.calls.map(([path]) => path)).toEqual(['/api/collections/users/auth-refresh'])
  await minute()
  expect(server).toHaveBeenCalledTimes(2)
  for (const event of ['focus', 'online']) {
    await vi.advanceTimersByTimeAsync(1_000)
    screen.dispatchEvent(new Event(event))
    await settle()
  }
  expect(server).toHaveBeenCalledTimes(4)
  expect([onEnd.mock.calls, isIn()]).toEqual([[], true])
})

test('checks once within a second, and never while the page is hidden', async () => {
  const { onEnd } = await watched()
  await firstCheck()
  for (const event of ['focus', 'online', 'focus']) screen.dispatchEvent(new Event(event))
  await settle()
  expect(server).toHaveBeenCalledTimes(1)
  page.visibilityState = 'hidden'
  await minute()
  expect(server).toHaveBeenCalledTimes(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(server).toHaveBeenCalledTimes(2)
  expect(onEnd).not.toHaveBeenCalled()
})

test.each([
  ['without an answer', () => Response.error()],
  ['after a server error', () => refusal(500)],
  ['after a rate limit', () => refusal(429)],
  ['after a part of an answer', () => new Response(cutBody())],
  ['after the sign-in page of a network', () => new Response('<html>')],
  ['after a refusal by a proxy', () => new Response('<html>', { status: 401 })],
])('keeps the session %s', async (_, given) => {
  server.mockImplementation(given)
  const { onEnd, isIn } = await watched()
  await minute()
  expect(server).toHaveBeenCalledTimes(2)
  expect([onEnd.mock.calls, isIn()]).toEqual([[], true])
})

test.each([
  ['confirms it', () => new Response(null, { status: 204 })],
  ['is overloaded', () => refusal(503)],
  ['does not answer', () => Response.error()],
])('keeps the session if renewal fails and the server %s', async (_, why) => {
  server.mockImplementation((path) => (path.includes('auth-refresh') ? refusal(401) : why()))
  const { onEnd, isIn } = await watched()
  await minute()
  expect(server).toHaveBeenCalledTimes(4)
  expect([onEnd.mock.calls, isIn()]).toEqual([[], true])
})

test.each([
  ['ended', 'the token is rejected', () => refusal(401)],
  ['inactive', 'renewal reports an inactive user', () => refusal(403, 'user.inactive')],
  [
    'inactive',
    'the check reports an inactive user',
    (path: string) => (path.includes('auth-refresh') ? refusal(404) : refusal(403, 'user.inactive')),
  ],
  [
    'inactive',
    'the renewed user is inactive',
    () => Response.json({ token: 'x', record: { ...ana, isActive: false } }),
  ],
])('reports the session once as %s if %s, and clears it', async (ending, _, given) => {
  const { onEnd, isIn } = await watched()
  server.mockImplementation(given)
  await minute()
  await minute()
  expect(onEnd.mock.calls).toEqual([[ending]])
  expect([isIn(), page.cookie]).toEqual([false, ''])
})

test('checks at once after a rejected call, also within the second', async () => {
  const { onEnd, reportUnauthorized } = await watched()
  server.mockImplementation(() => refusal(401))
  reportUnauthorized(Object.assign(new Error('x'), { status: 400, response: {} }))
  await settle()
  expect(onEnd).not.toHaveBeenCalled()
  reportUnauthorized(Object.assign(new Error('x'), { status: 404, response: {} }))
  await settle()
  expect(onEnd.mock.calls).toEqual([['ended']])
})

test('reports a session replaced in another window and keeps its cookie', async () => {
  const { onEnd, isIn } = await watched()
  await firstCheck()
  const theirs = `pb_auth=${encodeURIComponent(JSON.stringify({ token: tokenOf('u2'), record: { id: 'u2' } }))}`
  page.cookie = theirs
  await minute()
  expect(onEnd.mock.calls).toEqual([['replaced']])
  expect(server).toHaveBeenCalledTimes(1)
  expect([isIn(), page.cookie]).toEqual([false, theirs])
})

test('neither checks nor reports after sign-out', async () => {
  const { onEnd, clearSession } = await watched()
  await firstCheck()
  clearSession()
  server.mockImplementation(() => refusal(401))
  await minute()
  expect(server).toHaveBeenCalledTimes(1)
  expect(onEnd).not.toHaveBeenCalled()
})

test('reports nothing after stop, also for a pending check', async () => {
  const { onEnd, stop, reportUnauthorized } = await watched()
  await firstCheck()
  server.mockImplementation(() => refusal(403, 'user.inactive'))
  reportUnauthorized(Object.assign(new Error('x'), { status: 404, response: {} }))
  stop()
  await settle()
  expect(server).toHaveBeenCalledTimes(2)
  await minute()
  screen.dispatchEvent(new Event('focus'))
  await settle()
  expect(server).toHaveBeenCalledTimes(2)
  expect(onEnd).not.toHaveBeenCalled()
})
