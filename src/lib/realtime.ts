import { useEffect } from 'react'
import { loadClient } from './pb.ts'
import { queryClient, unauthorizedEvents } from './query-client.ts'
import { runAfterPaint } from './run-when-idle.ts'

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

/** Duration of the last refetch in ms. The maximum random delay is twice this value, between 1 and 4 s, to relieve a slow server. */
let lastRefetchMs = 0

/**
 * Schedules a refetch after a random delay, so that hundreds of open pages do not refetch at once. Changes during the
 * delay, for example by a bulk action, cause no further refetch.
 */
function scheduleRefetch(collection: Collection) {
  if (pendingTimers.has(collection)) return
  const moment = Math.min(4_000, Math.max(1_000, 2 * lastRefetchMs))
  pendingTimers.set(
    collection,
    window.setTimeout(() => void refetchCollection(collection), 200 + Math.random() * moment),
  )
}

/** Invalidates the queries of a collection. Hidden pages refetch when they become visible. */
async function refetchCollection(collection: Collection) {
  pendingTimers.delete(collection)
  const began = performance.now()
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] === collection || meta?.follows?.includes(collection) === true,
    refetchType: document.hidden ? 'none' : 'active',
  })
  lastRefetchMs = performance.now() - began
}

/** True if realtime events may have been lost during a disconnect. */
let hasMissedEvents = false

function handleDisconnect(active: readonly string[]) {
  hasMissedEvents = active.length > 0
  // Checks the session, because the server closes the realtime connections of ended sessions.
  if (hasMissedEvents) unauthorizedEvents.dispatchEvent(new Event('unauthorized'))
}

/**
 * Refetches queries when one of the collections changes: those whose key starts with its name, and those that list it
 * in `meta.follows`. Returns an unsubscribe function.
 */
export function subscribeCollections(collections: readonly Collection[]): () => void {
  function connected() {
    if (hasMissedEvents) for (const name of collections) scheduleRefetch(name)
    // Resets the flag in a microtask, because all subscribers must handle the connection event first.
    queueMicrotask(() => {
      hasMissedEvents = false
    })
  }
  const client = loadClient()
  const subscribe = async (topic: string, listener: () => void) => {
    const { realtime } = await client
    realtime.onDisconnect = handleDisconnect
    return realtime.subscribe(topic, listener)
  }
  const subscriptions = [
    subscribe('PB_CONNECT', connected),
    ...collections.map((name) => subscribe(`${name}/*`, () => scheduleRefetch(name))),
  ]
  // Ignores errors, because queries also refetch on focus.
  for (const subscription of subscriptions) subscription.catch(() => undefined)
  return () => {
    for (const subscription of subscriptions) subscription.then((leave) => leave()).catch(() => undefined)
  }
}

export function useRealtimeUpdates(...collections: Collection[]) {
  const key = collections.join()
  useEffect(() => {
    let unsubscribe: (() => void) | undefined
    const cancel = runAfterPaint(() => {
      unsubscribe = subscribeCollections(key.split(',') as Collection[])
    })
    return () => {
      cancel()
      unsubscribe?.()
    }
  }, [key])
}
