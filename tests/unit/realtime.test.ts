import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage } from '../support/jar.ts'

// Inserts its styles when it is imported, and these tests have no page.
vi.mock('sonner', () => ({ toast: {} }))

/** Fake `EventSource` controlled by the tests. */
class Line extends EventTarget {
  static lines: Line[] = []
  onerror: (() => void) | null = null
  constructor() {
    super()
    Line.lines.push(this)
  }
  close() {}
}
/** Sends an event on the newest connection. */
const say = (event: string, data: object = {}) =>
  Line.lines
    .at(-1)
    ?.dispatchEvent(Object.assign(new MessageEvent(event, { data: JSON.stringify(data), lastEventId: 'cliente' })))
/** Last subscribed topics. */
let listened: string[]

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  Line.lines = []
  listened = []
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('window', globalThis)
  const line = new EventTarget()
  vi.stubGlobal('addEventListener', line.addEventListener.bind(line))
  vi.stubGlobal('removeEventListener', line.removeEventListener.bind(line))
  vi.stubGlobal('document', { hidden: false, visibilityState: 'visible' })
  vi.stubGlobal('sessionStorage', aStorage())
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    listened = JSON.parse(body).subscriptions
    return new Response(null, { status: 204 })
  })
  return () => void vi.restoreAllMocks().useRealTimers()
})

async function aPage() {
  const { subscribeCollections: follow } = await import('../../src/lib/realtime.ts')
  const { queryClient, unauthorizedEvents: refusals } = await import('../../src/lib/query-client.ts')
  const readings = vi.spyOn(queryClient, 'invalidateQueries')
  const ended = vi.fn()
  refusals.addEventListener('unauthorized', ended)
  const keys = [['requests', 'list'], ['requests', 'one', 'x'], ['users', 'list'], ['dashboard']]
  for (const queryKey of keys) queryClient.setQueryDefaults(queryKey, queryKey[0] === 'dashboard' ? follows : {})
  const read = () => {
    for (const queryKey of keys) {
      queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions({ queryKey })).setData(1)
    }
  }
  read()
  /** Returns the invalidated queries. */
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map(({ queryKey }) => queryKey.join('/'))
  return { follow, ended, readings, read, stale }
}
const follows = { meta: { follows: ['requests'] } }
const settle = () => vi.advanceTimersByTimeAsync(0)
/** Waits longer than the delay in which changes are collected. */
const moment = () => vi.advanceTimersByTimeAsync(1_200)

async function connect() {
  await settle()
  say('PB_CONNECT', { clientId: 'cliente' })
  await settle()
}

test('invalidates the queries of a changed collection and those that depend on it', async () => {
  const { follow, read, stale } = await aPage()
  follow(['requests', 'users'])
  await connect()
  read()
  expect(listened.sort()).toEqual(['PB_CONNECT', 'requests/*', 'users/*'])
  say('requests/*', { action: 'update', record: { id: 'x' } })
  expect(stale()).toEqual([])
  await moment()
  expect(stale()).toEqual(['requests/list', 'requests/one/x', 'dashboard'])
})

test('refetches what was loaded two seconds before the subscription was confirmed, each query once', async () => {
  const { follow, read, readings, stale } = await aPage()
  follow(['requests'])
  follow(['users'])
  await settle()
  expect(stale()).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  await connect()
  expect(stale()).toEqual(['requests/list', 'requests/one/x', 'users/list', 'dashboard'])
  expect(readings).toHaveBeenCalledTimes(1)
  read()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(stale()).toEqual([])
})

test('does not refetch what was loaded just before the subscription was confirmed', async () => {
  const { follow, stale } = await aPage()
  follow(['requests'])
  await vi.advanceTimersByTimeAsync(1_000)
  await connect()
  await settle()
  expect(stale()).toEqual([])
})

test('refetches on an open connection only what was loaded before the page', async () => {
  const { follow, readings, read, stale } = await aPage()
  follow(['requests'])
  await connect()
  await vi.advanceTimersByTimeAsync(3_000)
  follow(['users'])
  await settle()
  expect(stale()).toContain('users/list')
  read()
  follow(['batches', 'users'])
  await settle()
  expect(stale()).toEqual([])
  expect(readings).toHaveBeenCalled()
})

test('combines changes within a moment into one invalidation', async () => {
  const { follow, readings, read, stale } = await aPage()
  follow(['requests'])
  await connect()
  read()
  readings.mockClear()
  for (let event = 0; event < 5; event++) say('requests/*', { action: 'update', record: { id: 'x' } })
  await moment()
  expect(stale()).toHaveLength(3)
  expect(readings).toHaveBeenCalledTimes(1)
  read()
  await moment()
  expect(stale()).toEqual([])
  say('requests/*', { action: 'update', record: { id: 'x' } })
  await moment()
  expect(stale()).toHaveLength(3)
})

test('shows the data of the last 60 seconds without a request after a change of page', async () => {
  const { follow, read, readings, stale } = await aPage()
  follow(['settings'])
  const leaveDashboard = follow(['requests', 'batches'])
  await connect()
  read()
  readings.mockClear()
  leaveDashboard()
  await settle()
  await vi.advanceTimersByTimeAsync(10_000)
  const leaveList = follow(['requests'])
  await vi.advanceTimersByTimeAsync(10_000)
  leaveList()
  await settle()
  follow(['requests', 'batches'])
  await moment()
  expect([stale(), readings.mock.calls]).toEqual([[], []])
})

test('invalidates what changes between two pages, for 60 seconds after the last page', async () => {
  const { follow, read, stale } = await aPage()
  follow(['settings'])
  const leave = follow(['requests', 'users'])
  await connect()
  read()
  leave()
  await vi.advanceTimersByTimeAsync(59_000)
  say('requests/*', { action: 'update', record: { id: 'x' } })
  await vi.advanceTimersByTimeAsync(900)
  expect(listened.sort()).toEqual(['PB_CONNECT', 'requests/*', 'settings/*', 'users/*'])
  follow(['users'])
  await moment()
  expect(stale()).toEqual(['requests/list', 'requests/one/x', 'dashboard'])
  expect(listened.sort()).toEqual(['PB_CONNECT', 'settings/*', 'users/*'])
})

test('refetches what was loaded before a page subscribes again after 60 seconds', async () => {
  const { follow, read, stale } = await aPage()
  follow(['settings'])
  const leave = follow(['requests'])
  await connect()
  leave()
  await vi.advanceTimersByTimeAsync(50_000)
  read()
  await vi.advanceTimersByTimeAsync(12_500)
  follow(['requests'])
  await settle()
  expect(stale()).toEqual(['requests/list', 'requests/one/x', 'dashboard'])
})

test('closes all subscriptions when the last page closes', async () => {
  const { follow, read, stale } = await aPage()
  const [first, second] = [follow(['requests']), follow(['requests', 'users'])]
  await connect()
  first()
  await settle()
  read()
  expect(listened).toContain('requests/*')
  say('requests/*', { action: 'update', record: { id: 'x' } })
  await moment()
  expect(stale()).not.toEqual([])
  second()
  await settle()
  const lines = Line.lines.length
  follow(['requests'])
  await connect()
  expect(Line.lines).toHaveLength(lines + 1)
  expect(listened.sort()).toEqual(['PB_CONNECT', 'requests/*'])
})

test('invalidates queries and checks the session after a lost connection', async () => {
  const { follow, ended, read, stale } = await aPage()
  follow(['requests'])
  follow(['users'])
  await connect()
  read()
  await moment()
  expect([stale(), ended.mock.calls]).toEqual([[], []])
  Line.lines.at(-1)?.onerror?.()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(ended).toHaveBeenCalled()
  expect(stale()).toEqual([])
  await connect()
  await moment()
  expect(stale()).toEqual(['requests/list', 'requests/one/x', 'users/list', 'dashboard'])
})

/** Mounts a query whose response takes two seconds; returns how often it was sent. */
async function aSlowQuery() {
  const { queryClient } = await import('../../src/lib/query-client.ts')
  const { QueryObserver } = await import('@tanstack/react-query')
  const queryFn = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 2_000, 1)))
  const observer = new QueryObserver(queryClient, { queryKey: ['requests', 'slow'], queryFn, staleTime: Infinity })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(2_000)
  return queryFn
}

test('requests less often if the server responds slowly', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const { follow } = await aPage()
  follow(['requests'])
  await connect()
  const asked = await aSlowQuery()
  say('requests/*', { action: 'update', record: { id: 'x' } })
  await moment()
  expect(asked).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  say('requests/*', { action: 'update', record: { id: 'x' } })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveBeenCalledTimes(3)
})

test('does not refetch what was requested after the last event', async () => {
  const { follow } = await aPage()
  const { queryClient } = await import('../../src/lib/query-client.ts')
  follow(['requests'])
  await connect()
  const asked = await aSlowQuery()
  const change = () => say('requests/*', { action: 'update', record: { id: 'x' } })
  const saveOwnChange = () => void queryClient.invalidateQueries({ queryKey: ['requests', 'slow'] })
  await vi.advanceTimersByTimeAsync(10)
  change()
  await vi.advanceTimersByTimeAsync(10)
  saveOwnChange()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toHaveBeenCalledTimes(2)
  saveOwnChange()
  await vi.advanceTimersByTimeAsync(10)
  change()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toHaveBeenCalledTimes(4)
  saveOwnChange()
  await vi.advanceTimersByTimeAsync(6_000)
  Line.lines.at(-1)?.onerror?.()
  await vi.advanceTimersByTimeAsync(30_000)
  await connect()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toHaveBeenCalledTimes(6)
})

test('marks queries as stale without requests while the page is hidden', async () => {
  const { follow, stale } = await aPage()
  follow(['requests'])
  await connect()
  const asked = await aSlowQuery()
  vi.stubGlobal('document', { hidden: true, visibilityState: 'hidden' })
  say('requests/*', { action: 'update', record: { id: 'x' } })
  await moment()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(stale()).toContain('requests/slow')
})

test('repeats a first connection that failed, and then refetches older data', async () => {
  const { follow, read, stale } = await aPage()
  const leave = follow(['requests'])
  await settle()
  read()
  await vi.advanceTimersByTimeAsync(3_000)
  Line.lines.at(-1)?.onerror?.()
  await settle()
  expect(Line.lines).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(Line.lines).toHaveLength(2)
  await connect()
  await moment()
  expect(listened.sort()).toEqual(['PB_CONNECT', 'requests/*'])
  expect(stale()).toContain('requests/list')
  leave()
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Line.lines).toHaveLength(2)
})

test('does not repeat a failed connection of a page that was left', async () => {
  const { follow } = await aPage()
  const leave = follow(['requests'])
  await settle()
  Line.lines.at(-1)?.onerror?.()
  await settle()
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Line.lines).toHaveLength(1)
})
