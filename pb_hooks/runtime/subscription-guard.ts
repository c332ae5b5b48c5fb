import { getNetworkPrefix } from '../lib/network.ts'
import { isWithinRateLimit } from '../lib/rate-limit.ts'
import { refuse } from '../lib/refusal.ts'
import { requireUser } from '../lib/users.ts'
import { replaceOwnTopics } from './realtime.ts'

/**
 * Topics that the pages subscribe to (`src/lib/realtime.ts`), without options.
 * Other topics are refused, because on each save PocketBase evaluates every topic of every connection before it responds.
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

/** Maximum topics per subscription call: each topic once, and reserve for later versions. */
const maxTopics = 20

/** Seconds after which a connection without user or topics is closed, because pages subscribe as soon as they are connected. */
const idleSeconds = 30
/**
 * Maximum idle connections of one network (an IPv4 address or an IPv6 /64), and of all networks. IPv4 addresses are not grouped by /24,
 * because a /24 may contain 256 unrelated offices. `ofAll` limits a client with many addresses.
 */
const maxIdle = { ofNetwork: 100, ofAll: 1_000 }
/** Minimum seconds between two searches for idle connections, because each search checks all connections. */
const searchSeconds = 5

/** Key under which PocketBase 0.40.4 stores a connection's address in its client. */
const address = 'pbRealtimeClientIP'
/** Key of the time in a client when a search first found its connection idle, in Unix ms. */
const idleSince = 'formatosIdleSince'

/** Allows active users to subscribe only to the topics that pages use, and anonymous clients to none. Superusers are not limited. */
export function limitSubscriptions(e: core.RealtimeSubscribeRequestEvent) {
  if (isWithinRateLimit(e.app, 'idle connections', 1, searchSeconds)) closeIdleConnections()
  if (!e.hasSuperuserAuth()) {
    requireUser(e)
    if (e.subscriptions.length > maxTopics || !e.subscriptions.every((topic) => topics.has(topic)))
      throw refuse('realtime.topic')
  }
  return replaceOwnTopics(e)
}

/**
 * Closes connections that receive nothing: those of anonymous clients and those without topics. Each one takes about 48 KiB. The rate limit of
 * `GET /api/realtime` counts calls by address and cannot count open connections.
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
    // A new connection is idle for a moment, so it is closed by the next search at the earliest.
    const isTooMany = now > since && (ofNetwork > maxIdle.ofNetwork || ofAll > maxIdle.ofAll)
    if (isTooMany || now - since >= idleSeconds * 1000) broker.unregister(client.id())
  }
}
