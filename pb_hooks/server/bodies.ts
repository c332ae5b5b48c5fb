import { networkOf } from '../lib/network.ts'
import { type Counters, enter, enterOwn, type Leave } from './places.ts'

/** How many bodies of one person may be on their way: each keeps a virtual machine waiting. */
const mostOfOne = 8

/**
 * Of all strangers together, so that however many addresses somebody has they wait in half of the pool at most, and of one network. Few call that have
 * more than a code to say, which arrives with the call itself: who takes longer than these seconds for it gives his place to others.
 */
const ofStrangers = { most: 6, mostOfOne: 4, seconds: 5 }

/** Seconds that the engine gives each call to be sent. */
const ofEngine = 300

/**
 * Whether a body is here, to be read as often as one likes, and not one of too many that are on their way. Who sends slowly takes none of the places of
 * those whose work is done meanwhile.
 */
export function bodyArrived(e: core.RequestEvent, body: io.ReadCloser): boolean {
  const calls = e.app.store()
  if (!e.auth) readAtMost(e, ofStrangers.seconds)
  const places = e.auth ? placesOf(calls, e.auth.id) : strangersPlaces(calls, e)
  if (!places) return false
  try {
    toBytes(body)
    if (!e.auth) readAtMost(e, ofEngine)
  } catch {
    // What cannot be read is refused by the call itself, which does not wait for more of it.
  } finally {
    for (const leave of places) leave()
  }
  ;(body as unknown as { reread(): void }).reread()
  return true
}

function placesOf(calls: Counters, person: string): Leave[] | undefined {
  const own = enterOwn(calls, 'sending', person, mostOfOne)
  return own && [own]
}

function strangersPlaces(calls: Counters, e: core.RequestEvent): Leave[] | undefined {
  const own = enterOwn(calls, 'sending', networkOf(e.realIP()), ofStrangers.mostOfOne)
  const place = own && enter(calls, 'strangers sending', ofStrangers.most)
  if (!place) own?.()
  return place && [own, place]
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
