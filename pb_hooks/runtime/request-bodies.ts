import { setReadDeadline } from '../lib/connection-deadlines.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { acquireOwnerSlot, acquireSlot, type ReleaseSlot, type SlotStore } from './slots.ts'

/** Maximum bodies of one user that are awaited at once, because each waiting call blocks a virtual machine. */
const maxOfUser = 8

/**
 * Limits on awaited bodies of anonymous clients, because each waiting call blocks a virtual machine. `max`: in total;
 * `maxOfNetwork`: per network. Beyond them only bodies are read that arrive within `arrivedSeconds`, such as small
 * bodies sent with the headers. Slow clients therefore do not block others.
 */
const anonymousLimits = { max: 4, maxOfNetwork: 2, seconds: 5, arrivedSeconds: 0.02 }

/** PocketBase's own timeout for receiving a request, in seconds. */
const engineSeconds = 300

/**
 * Reads a body so that the handler can read it again. Returns false if it has not arrived and too many others are
 * awaited.
 */
export function readBody(e: core.RequestEvent, body: io.ReadCloser): boolean {
  const { auth } = e
  const counters = e.app.store()
  const release = auth ? acquireOwnerSlot(counters, 'sending', auth.id, maxOfUser) : acquireAnonymous(counters, e)
  if (auth && !release) return false
  if (!auth) setReadDeadline(e, release ? anonymousLimits.seconds : anonymousLimits.arrivedSeconds)
  try {
    toBytes(body)
    if (!auth) setReadDeadline(e, engineSeconds)
  } catch {
    if (!release) {
      discardBody(e, true)
      return false
    }
    // Ignores the error: the handler refuses an unreadable body, and does not wait for the rest of it.
  } finally {
    release?.()
  }
  ;(body as unknown as { reread(): void }).reread()
  return true
}

/** Takes a slot of the network and one of all networks, or none if one is not free. */
function acquireAnonymous(counters: SlotStore, e: core.RequestEvent): ReleaseSlot | undefined {
  const releaseNetwork = acquireOwnerSlot(
    counters,
    'sending',
    getNetworkPrefix(e.realIP()),
    anonymousLimits.maxOfNetwork,
  )
  if (!releaseNetwork) return undefined
  const release = acquireSlot(counters, 'anonymous sending', anonymousLimits.max)
  if (!release) {
    releaseNetwork()
    return undefined
  }
  return () => {
    releaseNetwork()
    release()
  }
}

/**
 * Limits the time in which PocketBase discards an unread body before it sends a large response, because the virtual
 * machine is blocked meanwhile. If no body is expected (`isExpected` is false), responds at once and closes the
 * connection.
 */
export function discardBody(e: core.RequestEvent, isExpected: boolean) {
  if (!isExpected) e.response.header().set('Connection', 'close')
  setReadDeadline(e, isExpected ? anonymousLimits.seconds : 0)
}
