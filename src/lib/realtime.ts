import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pb } from './pb.ts'
import { queryClient, staleTime, unauthorizedEvents } from './query-client.ts'
import { retryUntilSuccess } from './retry.ts'

type Collection =
  | 'users'
  | 'formats'
  | 'requests'
  | 'batches'
  | 'events'
  | 'settings'
  | 'signatories'
  | 'groups'
  | 'substitutions'
  | 'notices'
  | 'lists'

const pendingTimers = new Map<Collection, number>()

/** Time of the last known or possible change of each collection, in ms on the clock of `performance.now`. */
const lastChanges = new Map<Collection, number>()

/** Start of each query's last request, on the same clock. */
const requestStarts = new WeakMap<Query, number>()
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') requestStarts.set(event.query, performance.now())
})

/** Duration of the last refetch in ms. The maximum random delay is twice this value, between 1 and 4 s, to relieve a slow server. */
let lastRefetchMs = 0

/**
 * Schedules a refetch after a random delay, so that hundreds of open pages do not refetch at the same time. Changes during the
 * delay, for example by a bulk action, cause no further refetch.
 */
function scheduleRefetch(collection: Collection) {
  lastChanges.set(collection, performance.now())
  if (pendingTimers.has(collection)) return
  const moment = Math.min(4_000, Math.max(1_000, 2 * lastRefetchMs))
  pendingTimers.set(
    collection,
    window.setTimeout(() => void refetchCollection(collection), 200 + Math.random() * moment),
  )
}

const isConcerned = ({ queryKey, meta }: Query, collection: Collection) =>
  queryKey[0] === collection || meta?.follows?.includes(collection) === true

/** Invalidates queries. Hidden pages refetch when they become visible. */
const invalidate = (predicate: (query: Query) => boolean) =>
  queryClient.invalidateQueries({ predicate, refetchType: document.hidden ? 'none' : 'active' })

async function refetchCollection(collection: Collection) {
  pendingTimers.delete(collection)
  // Waits for a deletion, because the refetch of a deleted record would fail until its page is left.
  if (queryClient.isMutating({ mutationKey: [collection, 'delete'] })) return scheduleRefetch(collection)
  const began = performance.now()
  // The page requests its own changes without waiting for the event, often after the event has arrived.
  const changed = lastChanges.get(collection) ?? began
  const isDue = (query: Query) =>
    isConcerned(query, collection) && ((requestStarts.get(query) ?? 0) <= changed || query.state.status === 'error')
  const isRefetched = queryClient.getQueryCache().findAll({ type: 'active', predicate: isDue }).length > 0
  await invalidate(isDue)
  if (isRefetched) lastRefetchMs = performance.now() - began
}

/** Collections whose older data is refetched in the next task. The value is a time in ms since 1970: data loaded before it is stale. */
const confirmed = new Map<Collection, number>()

/** Refetches what was loaded until `time`, because no event reported the changes until then. A query that follows several collections is refetched once. */
function refetchOlder(collection: Collection, time: number) {
  if (confirmed.size === 0)
    setTimeout(() => {
      const all = [...confirmed]
      confirmed.clear()
      void invalidate((query) => all.some(([name, at]) => isConcerned(query, name) && query.state.dataUpdatedAt <= at))
    })
  confirmed.set(collection, Math.max(time, confirmed.get(collection) ?? 0))
}

/** True if realtime events may have been lost during a disconnect. */
let hasMissedEvents = false

function handleDisconnect(active: readonly string[]) {
  hasMissedEvents = active.length > 0
  // Checks the session, because the server closes the realtime connections of ended sessions.
  if (hasMissedEvents) unauthorizedEvents.dispatchEvent(new Event('unauthorized'))
}

/**
 * Maximum age in ms of data that is not refetched when a subscription is confirmed, because a refetch would double the calls of each page on a fast
 * line. The server reports changes of requests, batches and notices within this time (`maxChangeAge` in `engine/realtime`).
 */
const freshMs = 2_000

/** Returns the time in ms since 1970 from which loaded data needs no refetch when a subscription is confirmed. */
const getFreshTime = () => Date.now() - freshMs

/** Subscription of a collection. `pages`: number of mounted components that use it. `timer`: closes it after the last one. */
type OpenSubscription = { pages: number; timer: number; close: () => void }
const open = new Map<Collection, OpenSubscription>()

/**
 * Refetches queries when one of the collections changes: those whose key starts with its name, and those that list it
 * in `meta.follows`. Returns an unsubscribe function. After its last page closes, a subscription stays open until the
 * data is stale, because a new subscription has to refetch all data. If no page is left, all subscriptions are closed,
 * because the next session may be of another user.
 */
export function subscribeCollections(collections: readonly Collection[]): () => void {
  pb.realtime.onDisconnect = handleDisconnect
  for (const name of collections) {
    const { pages, timer, close } = open.get(name) ?? { pages: 0, timer: 0, close: subscribe(name) }
    clearTimeout(timer)
    open.set(name, { pages: pages + 1, timer: 0, close })
  }
  return () => {
    for (const name of collections) leave(name)
    if ([...open.values()].every(({ pages }) => pages === 0)) for (const name of open.keys()) close(name)
  }
}

function leave(name: Collection) {
  const subscription = open.get(name)
  if (!subscription) return
  subscription.pages -= 1
  if (subscription.pages === 0) subscription.timer = window.setTimeout(close, staleTime, name)
}

function close(name: Collection) {
  const subscription = open.get(name)
  clearTimeout(subscription?.timer)
  open.delete(name)
  subscription?.close()
}

function subscribe(name: Collection): () => void {
  const { realtime } = pb
  const stop = new AbortController()
  function connected() {
    if (hasMissedEvents) scheduleRefetch(name)
    else refetchOlder(name, getFreshTime())
    // Resets the flag in a microtask, because all subscriptions must handle the connection event first.
    queueMicrotask(() => {
      hasMissedEvents = false
    })
  }
  /** Repeats a failed subscription, because the client repeats a connection only if it was established before. */
  const listen = (topic: string, listener: () => void) =>
    retryUntilSuccess(
      () =>
        realtime.subscribe(topic, listener).catch(async (error) => {
          // The client keeps the listener of a failed subscription.
          await realtime.unsubscribeByTopicAndListener(topic, listener)
          throw error
        }),
      { signal: stop.signal, isExpected: () => true },
    )
  const confirm = (leave: () => Promise<void>) => {
    refetchOlder(name, getFreshTime())
    return leave
  }
  const listeners = [listen('PB_CONNECT', connected), listen(`${name}/*`, () => scheduleRefetch(name)).then(confirm)]
  for (const listener of listeners) listener.catch(() => undefined)
  return () => {
    stop.abort()
    for (const listener of listeners) listener.then((leave) => leave()).catch(() => undefined)
  }
}

/** Refetches queries when one of the collections changes, see `subscribeCollections`. */
export function useRealtimeUpdates(...collections: Collection[]) {
  const key = collections.join()
  useEffect(() => subscribeCollections(key.split(',') as Collection[]), [key])
}
