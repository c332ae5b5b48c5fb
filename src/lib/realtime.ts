import { useEffect } from 'react'
import { loadClient } from './pb.ts'
import { runAfterPaint } from './run-when-idle.ts'
import type { Collection } from './subscriptions.ts'

/** Refetches queries when one of the collections changes, see `subscribeCollections`. Subscribes after the first paint. */
export function useRealtimeUpdates(...collections: Collection[]) {
  const key = collections.join()
  useEffect(() => {
    let isOver = false
    let unsubscribe: (() => void) | undefined
    async function subscribe() {
      const [client, { subscribeCollections }] = await Promise.all([loadClient(), import('./pocketbase.ts')])
      if (!isOver) unsubscribe = subscribeCollections(client, key.split(',') as Collection[])
    }
    // Ignores a failed load, because queries also refetch on focus.
    const cancel = runAfterPaint(() => void subscribe().catch(() => undefined))
    return () => {
      isOver = true
      cancel()
      unsubscribe?.()
    }
  }, [key])
}
