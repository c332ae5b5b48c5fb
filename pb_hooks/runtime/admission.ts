import { errors } from '../../src/domain/errors.ts'
import { askedBy } from '../lib/chain.ts'
import { cannotStore, isOutOfTime } from '../lib/faults.ts'
import { logError } from '../lib/log.ts'
import { networkOf } from '../lib/network.ts'
import { findFileTokenUser, requireUser } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { bodyArrived, leaveBody, writeAtMost } from './bodies.ts'
import { type Counters, countOwn, enter, enterOwn, type Leave } from './slots.ts'

/**
 * How many calls of a kind are worked on at once. Each holds a virtual machine until it is answered, and who writes waits in it for those
 * who write before: past the pool (`engine/server.mjs`) each call builds a machine of its own (`beside`), and were there many none would come to an end.
 * Each kind is counted by itself: strangers do not take the places of those inside, and by what only strangers ask for fewer than half of those `beside`; a
 * machine that shows the pages is small and counted by itself. Who carries thousands of documents away takes as long as his line. Writers come one after the
 * other in any case: more of them than the pool has machines for only build machines in which they wait.
 */
const most = {
  reading: 256,
  writing: 8,
  entering: 40,
  carrying: 8,
  fetching: 20,
  exporting: 8,
  checking: 8,
  previewing: 16,
  programs: 24,
  attaching: 2,
  telling: 2,
  showing: 128,
  beside: 96,
}
type Place = keyof typeof most
export type Kind = Exclude<Place, 'beside'>

/**
 * How many of them one person's may be: a bundle of documents and a file take as long as his line, or as long as he does not read, a large preview
 * seconds of a processor, a portion of an export a megabyte, a program asks at once what it likes, each file that is attached is in memory while
 * it is judged, and each webhook that is told by hand has a process of its own. A browser asks one server for six files at once.
 */
const mostOwn: Partial<Record<Kind, number>> = {
  reading: 96,
  writing: 6,
  carrying: 2,
  fetching: 6,
  exporting: 2,
  previewing: 4,
  programs: 8,
  attaching: 1,
  telling: 1,
  showing: 64,
}

/** Seconds in which who asks for a part of the pages has to take it: the largest has 110 kB, of which the machine itself keeps some. */
const showingSeconds = 30

/** What nobody may ask for who is not signed in. */
const ofPeople: readonly Kind[] = ['writing', 'previewing', 'attaching', 'telling']

/** Seconds after which to ask again. */
const pause = 2

/** Does the work of a call, unless too many others are at it: then nothing of it is done, and the answer says when to come again. */
export function admitted(e: core.RequestEvent, kind: Kind, work: () => unknown): unknown {
  const calls = e.app.store()
  globalThis.hasWritten = false
  if (isUnknownForNow(e) || !hasArrived(e, kind)) return refuseForNow(e)
  // Before the area of the call is evaluated: strangers do not fill machines with what is not for them.
  if (ofPeople.includes(kind) && !recordCall(e)) requireUser(e)
  const own = placeOfOne(e, calls, kind)
  const shared = own && placesOf(calls, globalThis.isFromPool || kind === 'showing' ? [kind] : [kind, 'beside'])
  if (!shared) {
    own?.()
    return refuseForNow(e)
  }
  globalThis.leaveCrowd = () => {
    globalThis.leaveCrowd = undefined
    for (const leave of [own, ...shared]) leave()
  }
  if (kind === 'showing') writeAtMost(e, showingSeconds)
  try {
    return askedBy(recordCall(e) ?? e, work)
  } catch (error) {
    // Who has his answer is told nothing more.
    if (!globalThis.leaveCrowd) throw error
    if (isOutOfTime(error)) return refuseForNow(e)
    if (!cannotStore(error)) throw error
    if (isWithinRate(e.app, 'cannot store', 1, 60)) logError('Nothing can be stored:', error)
    return refuseWith(e, 'server.storage')
  } finally {
    globalThis.leaveCrowd?.()
  }
}

/**
 * Places are counted by the five minutes in which they were taken, of which the last two count: a call that made the engine itself fail
 * never leaves, and is forgotten so.
 */
function room(kind: Place, periods = 0): string {
  return `${kind} ${(Math.floor(Date.now() / 300_000) + periods + 3) % 3}`
}

/** The same of what each one takes of it. */
const ownRoom = (kind: Kind, periods = 0) => `own ${room(kind, periods)}`

/** Each minute: the counters of the next period are set to zero before it begins. */
export function emptyNextRooms() {
  for (const kind of Object.keys(most) as Place[]) $app.store().set(room(kind, 1), 0)
  for (const kind of Object.keys(mostOwn) as Kind[]) $app.store().remove(ownRoom(kind, 1))
}

/** A place of each kind, or none of any. */
function placesOf(calls: Counters, kinds: Place[]): Leave[] | undefined {
  const places: Leave[] = []
  for (const kind of kinds) {
    const earlier = Number(calls.get(room(kind, -1)) ?? 0)
    const place = enter(calls, room(kind), most[kind] - earlier)
    if (!place) {
      for (const leave of places) leave()
      return undefined
    }
    places.push(place)
  }
  return places
}

/** Of those of one person, where they are counted; undefined where all are taken. */
function placeOfOne(e: core.RequestEvent, calls: Counters, kind: Kind): Leave | undefined {
  const places = mostOwn[kind]
  if (places === undefined) return () => {}
  const who = (kind !== 'showing' && askerOf(recordCall(e) ?? e)) || networkOf(e.realIP())
  return enterOwn(calls, ownRoom(kind), who, places - countOwn(calls, ownRoom(kind, -1), who))
}

function askerOf(e: core.RequestEvent): string | undefined {
  // Any other call is looked up by what its headers say; to look further would be to wait for its body.
  if (e.auth || e.request?.method !== 'GET') return e.auth?.id
  try {
    return findFileTokenUser(e)?.id
  } catch {
    // Whoever it is, the call itself looks him up once more.
    return undefined
  }
}

/**
 * Whom the engine could not look up because the database had no time for it goes on as a stranger, whose session a page would take for ended. Looked
 * up once more he is asked to come again, in any case: what the engine read before it came here is what a stranger may read.
 */
function isUnknownForNow(e: core.RequestEvent): boolean {
  const { auth, request } = recordCall(e) ?? e
  const token = /^(?:Bearer )?(ey\S+)$/i.exec(request?.header.get('Authorization') ?? '')?.[1]
  if (auth || !token) return false
  try {
    e.app.findAuthRecordByToken(token, 'auth')
    return true
  } catch (error) {
    return isOutOfTime(error)
  }
}

/** Whether the body of a call is here, where one is wanted: of a stranger only where he may enter. */
function hasArrived(e: core.RequestEvent, kind: Kind): boolean {
  const { auth, request } = e
  // The body of a record call has been read by PocketBase; that of a program is read where its call leads.
  if (kind === 'programs' || recordCall(e) || !request?.body || request.contentLength === 0) return true
  const isWanted = request.method !== 'GET' && request.method !== 'HEAD'
  if (isWanted && (auth || kind === 'entering')) return bodyArrived(e, request.body)
  leaveBody(e, isWanted)
  return true
}

/** The call itself, where the event is one of a record (PocketBase 0.40.4): it has no response of its own. */
function recordCall(e: core.RequestEvent): core.RequestEvent | undefined {
  return (e as unknown as { requestEvent?: core.RequestEvent }).requestEvent
}

/** Not thrown: what is thrown with such a status is noted as a fault of the server. Of what is stored in part only whoever asked can say whether it is to be asked again. */
function refuseForNow(e: core.RequestEvent) {
  const { response } = recordCall(e) ?? e
  if (!globalThis.hasWritten) response.header().set('Retry-After', String(pause))
  return refuseWith(e, 'server.busy')
}

function refuseWith(e: core.RequestEvent, code: 'server.busy' | 'server.storage') {
  e.app.store().setFunc(refused, (count: number | null) => (count ?? 0) + 1)
  const message = errors[code]
  return e.json(503, { status: 503, message, data: { code: { code, message } } })
}

const refused = 'refused calls'

/** Returns how many calls were answered 503 since the start. */
export const refusedCalls = (app: CoreApp): number => Number(app.store().get(refused) ?? 0)

/** Returns how many calls of each kind are being answered, and how many may be. */
export function slotsInUse(calls: Counters): { inUse: Record<string, number>; limit: Record<Place, number> } {
  const count = (kind: Place) => Number(calls.get(room(kind)) ?? 0) + Number(calls.get(room(kind, -1)) ?? 0)
  const kinds = Object.keys(most) as Place[]
  return { inUse: Object.fromEntries(kinds.map((kind) => [kind, count(kind)])), limit: most }
}
