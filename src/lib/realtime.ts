import { useEffect } from 'react'
import { pb } from './pb.ts'
import { queryClient, refusals } from './query-client.ts'

type Collection = 'users' | 'formats' | 'requests' | 'batches' | 'events' | 'settings'

const listeners = new Map<Collection, { screens: number; leave: Promise<() => Promise<void>> }>()
const waiting = new Map<Collection, number>()

/**
 * Once for all that changes within a moment: a batch of thousands is one reading. The moment differs from page to page,
 * so that hundreds of open ones, which all hear of a decision at once, do not all ask at once.
 */
function refresh(collection: Collection) {
  if (waiting.has(collection)) return
  const timer = window.setTimeout(
    () => {
      waiting.delete(collection)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey, meta }) => queryKey[0] === collection || meta?.follows?.includes(collection) === true,
      })
    },
    200 + Math.random() * 1_000,
  )
  waiting.set(collection, timer)
}

/** What changed while the line was down told nobody. */
let missed = false
let connection: Promise<() => Promise<void>> | null = null
pb.realtime.onDisconnect = (active) => {
  missed = active.length > 0
  // The server cuts the lines of a session that it ended.
  if (missed) refusals.dispatchEvent(new Event('unauthorized'))
}
function connected() {
  if (missed) for (const collection of listeners.keys()) refresh(collection)
  missed = false
}

function join(collection: Collection) {
  const known = listeners.get(collection)
  if (known) {
    known.screens += 1
    return
  }
  connection ??= pb.realtime.subscribe('PB_CONNECT', connected)
  const leave = pb.collection(collection).subscribe('*', () => refresh(collection))
  // Without realtime the screens still read again on focus.
  for (const subscription of [connection, leave]) subscription.catch(() => undefined)
  listeners.set(collection, { screens: 1, leave })
}

async function quit(collection: Collection) {
  const known = listeners.get(collection)
  if (!known) return
  known.screens -= 1
  if (known.screens > 0) return
  listeners.delete(collection)
  const ends = [known.leave]
  if (listeners.size === 0 && connection) {
    ends.push(connection)
    connection = null
  }
  for (const end of ends) await end.then((leave) => leave()).catch(() => undefined)
}

/** Until what it gives is called, a change of these collections makes every query whose key starts with their name, or that follows them, read again. */
export function follow(collections: readonly Collection[]): () => void {
  for (const name of collections) join(name)
  return () => {
    for (const name of collections) void quit(name)
  }
}

/** Follows these collections while mounted. */
export function useLive(...collections: Collection[]) {
  const key = collections.join()
  useEffect(() => follow(key.split(',') as Collection[]), [key])
}
