import { networkOf } from '../lib/network.ts'
import { type Counters, enter, enterOwn, type Leave } from './slots.ts'

/** How many bodies of one person may be on their way: each keeps a virtual machine waiting. */
const mostOfOne = 8

/**
 * Bodies of anonymous clients that may be waited for, of all networks and of one: each wait holds a virtual machine of the pool. Past these only a
 * body that has already arrived is read, as a small one has that its client sent together with the headers. So slow clients take nothing from others.
 */
const ofStrangers = { most: 4, mostOfOne: 2, seconds: 5, arrivedSeconds: 0.02 }

/** Seconds that the engine gives each call to be sent. */
const ofEngine = 300

/** Reads a body, so that it can be read again; returns false if it did not arrive and too many others are waited for. */
export function bodyArrived(e: core.RequestEvent, body: io.ReadCloser): boolean {
  const { auth } = e
  const calls = e.app.store()
  const place = auth ? enterOwn(calls, 'sending', auth.id, mostOfOne) : strangersPlace(calls, e)
  if (auth && !place) return false
  if (!auth) readAtMost(e, place ? ofStrangers.seconds : ofStrangers.arrivedSeconds)
  try {
    toBytes(body)
    if (!auth) readAtMost(e, ofEngine)
  } catch {
    if (!place) {
      leaveBody(e, true)
      return false
    }
    // The call itself refuses what cannot be read, and does not wait for more of it.
  } finally {
    place?.()
  }
  ;(body as unknown as { reread(): void }).reread()
  return true
}

/** A place of the network and one of those of all, or none. */
function strangersPlace(calls: Counters, e: core.RequestEvent): Leave | undefined {
  const own = enterOwn(calls, 'sending', networkOf(e.realIP()), ofStrangers.mostOfOne)
  if (!own) return undefined
  const place = enter(calls, 'strangers sending', ofStrangers.most)
  if (!place) {
    own()
    return undefined
  }
  return () => {
    own()
    place()
  }
}

/**
 * Nobody reads it: the engine does before it answers, a small answer once the virtual machine is free, and a large one while it waits. So a call that wants
 * none (`isWanted`) is answered at once and its line ends; else whoever sends has his answer once he has sent.
 */
export function leaveBody(e: core.RequestEvent, isWanted: boolean) {
  if (!isWanted) e.response.header().set('Connection', 'close')
  readAtMost(e, isWanted ? ofStrangers.seconds : 0)
}

/** Who does not read what he asked for is hung up on then. */
export function writeAtMost(e: core.RequestEvent, seconds: number) {
  connected(e).setWriteDeadline?.(later(seconds))
}

function readAtMost(e: core.RequestEvent, seconds: number) {
  connected(e).setReadDeadline?.(later(seconds))
}

const later = (seconds: number) => new DateTime().add((seconds * 1e9) as unknown as time.Duration).time()

/** Go's own response, inside of what the engine wraps around it (PocketBase 0.40.4). */
function connected(e: core.RequestEvent): Connected {
  let to = e.response as unknown as Connected
  while (!to.setReadDeadline && to.unwrap) to = to.unwrap()
  return to
}

interface Connected {
  unwrap?(): Connected
  setReadDeadline?(at: time.Time): void
  setWriteDeadline?(at: time.Time): void
}
