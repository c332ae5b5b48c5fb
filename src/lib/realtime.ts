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

/** Milliseconds that the last reading took: where the server is busy, each page leaves it alone for up to twice as long, four seconds at most. */
let took = 0

/**
 * Once for all that changes within a moment: a batch of thousands is one reading. The moment differs from page to page,
 * so that hundreds of open ones, which all hear of a decision at once, do not all ask at once.
 */
function refresh(collection: Collection) {
  if (waiting.has(collection)) return
  const moment = Math.min(4_000, Math.max(1_000, 2 * took))
  waiting.set(
    collection,
    window.setTimeout(() => void readAgain(collection), 200 + Math.random() * moment),
  )
}

/** A page that nobody sees reads again when it is looked at. */
async function readAgain(collection: Collection) {
  waiting.delete(collection)
  const began = performance.now()
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] === collection || meta?.follows?.includes(collection) === true,
    refetchType: document.hidden ? 'none' : 'active',
  })
  took = performance.now() - began
}

/** What changed while the line was down told nobody. */
let missed = false
pb.realtime.onDisconnect = (active) => {
  missed = active.length > 0
  // The server cuts the lines of a session that it ended.
  if (missed) refusals.dispatchEvent(new Event('unauthorized'))
}

/** Until what it gives is called, a change of these collections makes every query whose key starts with their name, or that follows them, read again. */
export function follow(collections: readonly Collection[]): () => void {
  function connected() {
    if (missed) for (const name of collections) refresh(name)
    // All who follow hear of the connection before that.
    queueMicrotask(() => {
      missed = false
    })
  }
  const subscriptions = [
    pb.realtime.subscribe('PB_CONNECT', connected),
    ...collections.map((name) => pb.collection(name).subscribe('*', () => refresh(name))),
  ]
  // Without realtime the screens still read again on focus.
  for (const subscription of subscriptions) subscription.catch(() => undefined)
  return () => {
    for (const subscription of subscriptions) subscription.then((leave) => leave()).catch(() => undefined)
  }
}

/** Follows these collections while mounted. */
export function useLive(...collections: Collection[]) {
  const key = collections.join()
  useEffect(() => follow(key.split(',') as Collection[]), [key])
}
