import { createErrorResponse } from '../lib/error-response.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { isWithinRateLimit } from '../lib/rate-limit.ts'
import { requireUser } from '../lib/users.ts'
import { replaceOwnTopics } from './realtime.ts'

/**
 * Topics that pages subscribe to (`src/lib/subscriptions.ts`), without options. Other topics are refused, because PocketBase
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

/** Seconds after which a connection without user or topics is closed, because pages subscribe as soon as they are connected. */
const idleSeconds = 30
/**
 * Maximum idle connections of one network (an IPv4 address or an IPv6 /64), and of all networks together, in case one
 * client has many addresses. An IPv4 /24 is not one network, because it may contain 256 unrelated offices.
 */
const maxIdle = { ofNetwork: 100, ofAll: 1_000 }
/** Minimum seconds between two searches for idle connections, because each search checks all connections. */
const searchSeconds = 5

/** Key under which PocketBase 0.40.4 stores a connection's address in its client. */
const address = 'pbRealtimeClientIP'
/** Key under which a search stores the time when it first found the connection idle, in Unix ms. */
const idleSince = 'formatosIdleSince'

/** Allows active users to subscribe only to the topics that pages use, and anonymous clients to none. Superusers are not limited. */
export function limitSubscriptions(e: core.RealtimeSubscribeRequestEvent) {
  if (isWithinRateLimit(e.app, 'idle connections', 1, searchSeconds)) closeIdleConnections()
  if (!e.hasSuperuserAuth()) {
    requireUser(e)
    if (e.subscriptions.length > maxTopics || !e.subscriptions.every((topic) => topics.has(topic)))
      throw createErrorResponse('realtime.topic')
  }
  return replaceOwnTopics(e)
}

/**
 * Closes idle connections: those of anonymous clients and those without topics, each about 48 KiB. The rate limit of
 * `GET /api/realtime` counts calls, not open connections.
 */
export function closeIdleConnections() {
  const broker = $app.subscriptionsBroker()
  const now = Date.now()
  const ofNetworks = new Map<string, number>()
  let ofAll = 0
  for (const client of Object.values(broker.clients())) {
    if (client.get('auth') && Object.keys(client.subscriptions()).length > 0) continue
    const since = Number(client.get(idleSince) ?? now)
    client.set(idleSince, since)
    const network = getNetworkPrefix(String(client.get(address) ?? ''))
    const ofNetwork = (ofNetworks.get(network) ?? 0) + 1
    ofNetworks.set(network, ofNetwork)
    ofAll++
    // Closes connections only at the second search, because a new connection is idle for a moment.
    const isTooMany = now > since && (ofNetwork > maxIdle.ofNetwork || ofAll > maxIdle.ofAll)
    if (isTooMany || now - since >= idleSeconds * 1000) broker.unregister(client.id())
  }
}
