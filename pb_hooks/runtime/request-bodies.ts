import { setReadDeadline } from '../lib/connection-deadlines.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { acquireOwnerSlot, acquireSlot, type ReleaseSlot, type SlotCounters } from './slots.ts'

/** Maximum bodies of a user that are awaited at once, because each wait blocks a virtual machine. */
const maxOfUser = 8

/**
 * Limits of awaited bodies of anonymous clients, in total and per network: each wait blocks a virtual machine of the pool.
 * Beyond the limits only bodies that have already arrived are read, such as a small body sent with the headers.
 * So slow clients do not block others.
 */
const anonymousLimits = { max: 4, maxOfNetwork: 2, seconds: 5, arrivedSeconds: 0.02 }

/** Timeout of PocketBase for receiving a request, in seconds. */
const engineSeconds = 300

/** Reads a body so that it can be read again; returns false if it has not arrived and too many others are awaited. */
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

/** Takes a slot of the network and one of all networks, or none. */
function acquireAnonymous(counters: SlotCounters, e: core.RequestEvent): ReleaseSlot | undefined {
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
 * Limits the time in which PocketBase discards a body that no handler reads. PocketBase does so before the response, and a large response blocks
 * the virtual machine meanwhile. If no body is expected (`isExpected` is false), responds at once and closes the connection.
 */
export function discardBody(e: core.RequestEvent, isExpected: boolean) {
  if (!isExpected) e.response.header().set('Connection', 'close')
  setReadDeadline(e, isExpected ? anonymousLimits.seconds : 0)
}
