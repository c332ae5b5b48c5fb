import { useEffect } from 'react'
import { pb } from './pb.ts'
import { queryClient, refusals } from './query-client.ts'

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

const waiting = new Map<Collection, number>()

/** Duration of the last refetch in ms. If the server is slow, the random delay grows to twice this value, at most 4 s. */
let took = 0

/**
 * Schedules one refetch for all changes within a short delay, so that a batch of thousands causes a single refetch. The delay is random, so that
 * hundreds of open pages do not request data at once.
 */
function refresh(collection: Collection) {
  if (waiting.has(collection)) return
  const moment = Math.min(4_000, Math.max(1_000, 2 * took))
  waiting.set(
    collection,
    window.setTimeout(() => void readAgain(collection), 200 + Math.random() * moment),
  )
}

/** Invalidates the queries of a collection. Hidden pages refetch when they become visible. */
async function readAgain(collection: Collection) {
  waiting.delete(collection)
  const began = performance.now()
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] === collection || meta?.follows?.includes(collection) === true,
    refetchType: document.hidden ? 'none' : 'active',
  })
  took = performance.now() - began
}

/** True if realtime events may have been lost during a disconnect. */
let missed = false
pb.realtime.onDisconnect = (active) => {
  missed = active.length > 0
  // Checks the session, because the server closes the realtime connections of ended sessions.
  if (missed) refusals.dispatchEvent(new Event('unauthorized'))
}

/**
 * Refetches queries when these collections change. Affects queries whose key starts with a collection's name or that follow it. Returns an
 * unsubscribe function.
 */
export function follow(collections: readonly Collection[]): () => void {
  function connected() {
    if (missed) for (const name of collections) refresh(name)
    // Resets the flag in a microtask, after all subscribers have handled the connection event.
    queueMicrotask(() => {
      missed = false
    })
  }
  const subscriptions = [
    pb.realtime.subscribe('PB_CONNECT', connected),
    ...collections.map((name) => pb.collection(name).subscribe('*', () => refresh(name))),
  ]
  // Ignores errors: without realtime, queries still refetch on focus.
  for (const subscription of subscriptions) subscription.catch(() => undefined)
  return () => {
    for (const subscription of subscriptions) subscription.then((leave) => leave()).catch(() => undefined)
  }
}

export function useLive(...collections: Collection[]) {
  const key = collections.join()
  useEffect(() => follow(key.split(',') as Collection[]), [key])
}
