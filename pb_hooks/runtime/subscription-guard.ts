import { createErrorResponse } from '../lib/http.ts'
import { subscribeToOwnRecords } from '../lib/live-records.ts'
import { requireUser } from '../lib/users.ts'

/**
 * Topics that pages subscribe to (`src/lib/realtime.ts`), without options. Other topics are refused, because PocketBase
 * evaluates all topics of all connections on each save.
 */
const topics = new Set([
  // The client library sends this topic with its first message.
  'PB_CONNECT',
  ...[
    'users',
    'formats',
    'requests',
    'batches',
    'events',
    'settings',
    'signatories',
    'groups',
    'substitutions',
    'notices',
    'lists',
  ].map((collection) => `${collection}/*`),
])

/** Maximum topics per call: all topics above, with a reserve for later versions. */
const maxTopics = 20

/** Allows active users to subscribe only to the topics that pages use, and anonymous clients to none. Superusers are not limited. */
export function limitSubscriptions(e: core.RealtimeSubscribeRequestEvent) {
  if (!e.hasSuperuserAuth()) {
    requireUser(e)
    if (e.subscriptions.length > maxTopics || !e.subscriptions.every((topic) => topics.has(topic)))
      throw createErrorResponse('realtime.topic')
  }
  return subscribeToOwnRecords(e)
}
