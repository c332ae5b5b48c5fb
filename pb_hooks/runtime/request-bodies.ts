import { setReadDeadline } from '../lib/deadlines.ts'
import { networkOf } from '../lib/network.ts'
import { acquire, acquireForOwner, type Counters, type Release } from './slots.ts'

/** Bodies of one user that may be waited for at once: each wait holds a virtual machine. */
const maxOfUser = 8

/**
 * Bodies of anonymous clients that may be waited for, of all networks and of one: each wait holds a virtual machine of the pool. Past these only a
 * body that has already arrived is read, as is a small one that was sent together with the headers. So slow clients take nothing from others.
 */
const anonymous = { max: 4, maxOfNetwork: 2, seconds: 5, arrivedSeconds: 0.02 }

/** Seconds that the engine gives each call to be sent. */
const engineSeconds = 300

/** Reads a body so that it can be read again; returns false if it has not arrived, and too many others are waited for. */
export function readBody(e: core.RequestEvent, body: io.ReadCloser): boolean {
  const { auth } = e
  const counters = e.app.store()
  const release = auth ? acquireForOwner(counters, 'sending', auth.id, maxOfUser) : acquireAnonymous(counters, e)
  if (auth && !release) return false
  if (!auth) setReadDeadline(e, release ? anonymous.seconds : anonymous.arrivedSeconds)
  try {
    toBytes(body)
    if (!auth) setReadDeadline(e, engineSeconds)
  } catch {
    if (!release) {
      discardBody(e, true)
      return false
    }
    // The call itself refuses a body that cannot be read, and does not wait for the rest.
  } finally {
    release?.()
  }
  ;(body as unknown as { reread(): void }).reread()
  return true
}

/** Takes a slot of the network and one of all networks, or none. */
function acquireAnonymous(counters: Counters, e: core.RequestEvent): Release | undefined {
  const releaseNetwork = acquireForOwner(counters, 'sending', networkOf(e.realIP()), anonymous.maxOfNetwork)
  if (!releaseNetwork) return undefined
  const release = acquire(counters, 'anonymous sending', anonymous.max)
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
 * Limits the time in which the engine discards a body that no handler reads. The engine does so before it sends the answer, and a large answer holds the
 * virtual machine meanwhile. If the call takes no body (`isExpected` is false), it is answered at once and its connection is closed.
 */
export function discardBody(e: core.RequestEvent, isExpected: boolean) {
  if (!isExpected) e.response.header().set('Connection', 'close')
  setReadDeadline(e, isExpected ? anonymous.seconds : 0)
}
