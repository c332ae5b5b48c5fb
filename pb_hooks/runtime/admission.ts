import { errors } from '../../src/domain/errors.ts'
import { setWriteDeadline } from '../lib/deadlines.ts'
import { cannotStore, isOutOfTime } from '../lib/faults.ts'
import { logError } from '../lib/log.ts'
import { networkOf } from '../lib/network.ts'
import { findFileTokenUser, requireUser } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { asCurrentCall, currentCall } from './current-call.ts'
import { isPooledVm } from './pool.ts'
import { discardBody, readBody } from './request-bodies.ts'
import { acquire, acquireForOwner, type Counters, countOfOwner, type Release } from './slots.ts'

/**
 * Calls of each kind that are answered at once. A call holds a virtual machine until it is answered. Past the pool (`engine/server.mjs`) the engine builds one for
 * each call (`overflow`), and with many of those no call would end. Each kind is counted by itself, so anonymous clients take no slots from users; the kinds that
 * only anonymous clients use have fewer than half of `overflow`. A machine that serves the pages is small, so it does not count as overflow. Writers wait for
 * one another in any case: more of them than the pool has machines only fill machines that wait.
 */
const limits = {
  reading: 256,
  writing: 8,
  signingIn: 40,
  streaming: 8,
  downloading: 20,
  exporting: 8,
  verifying: 8,
  previewing: 16,
  proxying: 24,
  uploading: 2,
  sendingWebhooks: 2,
  servingPages: 128,
  overflow: 96,
}
type Counted = keyof typeof limits
export type SlotKind = Exclude<Counted, 'overflow'>

/**
 * Slots of one user, or of one network if the client is anonymous. A bundle or a file takes as long as the client's line; a large preview takes seconds of a processor;
 * a chunk of an export takes a megabyte; an uploaded file is in memory while it is validated; each webhook sent by hand has a process. A browser fetches six files at once.
 */
const limitsPerUser: Partial<Record<SlotKind, number>> = {
  reading: 96,
  writing: 6,
  streaming: 2,
  downloading: 6,
  exporting: 2,
  previewing: 4,
  proxying: 8,
  uploading: 1,
  sendingWebhooks: 1,
  servingPages: 64,
}

/** Seconds in which a client must take a file of the pages: the largest has 110 kB. */
const pageSeconds = 30

/** Kinds that anonymous clients may not use. */
const forUsers: readonly SlotKind[] = ['writing', 'previewing', 'uploading', 'sendingWebhooks']

/** Seconds after which a refused client may repeat the call. */
const retryAfter = 2

/** Runs `work` in a slot of `kind`. If none is free, answers 503 with `Retry-After` before any work is done. */
export function withSlot(e: core.RequestEvent, kind: SlotKind, work: () => unknown): unknown {
  const counters = e.app.store()
  if (isUserUnknown(e) || !hasArrived(e, kind)) return refuseBusy(e)
  // Before the area of the call is evaluated: anonymous clients do not fill virtual machines with code that is not for them.
  if (forUsers.includes(kind) && !recordCall(e)) requireUser(e)
  const releaseOwn = acquireOwn(e, counters, kind)
  const shared =
    releaseOwn && acquireAll(counters, isPooledVm() || kind === 'servingPages' ? [kind] : [kind, 'overflow'])
  if (!shared) {
    releaseOwn?.()
    return refuseBusy(e)
  }
  const release = () => {
    for (const each of [releaseOwn, ...shared]) each()
  }
  if (kind === 'servingPages') setWriteDeadline(e, pageSeconds)
  return asCurrentCall(recordCall(e) ?? e, release, () => orRefusal(e, work))
}

/** Runs `work`; answers 503 if the database had no time, or nothing can be stored. */
function orRefusal(e: core.RequestEvent, work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    const { releaseSlots, hasWritten } = currentCall()
    // After an early response there is no one to answer.
    if (!releaseSlots) throw error
    if (isOutOfTime(error)) return refuseBusy(e, !hasWritten)
    if (!cannotStore(error)) throw error
    if (isWithinRate(e.app, 'cannot store', 1, 60)) logError('Nothing can be stored:', error)
    return respondUnavailable(e, 'server.storage')
  }
}

/**
 * Slots are counted by the five minutes in which they were taken, and the last two periods count. A call that makes the engine panic never releases
 * its slots, so they are released by time.
 */
function counterOf(kind: Counted, periods = 0): string {
  return `${kind} ${(Math.floor(Date.now() / 300_000) + periods + 3) % 3}`
}

const ownCounterOf = (kind: SlotKind, periods = 0) => `own ${counterOf(kind, periods)}`

/** Resets the counters of the next period. Runs each minute, before that period begins. */
export function resetNextCounters() {
  for (const kind of Object.keys(limits) as Counted[]) $app.store().set(counterOf(kind, 1), 0)
  for (const kind of Object.keys(limitsPerUser) as SlotKind[]) $app.store().remove(ownCounterOf(kind, 1))
}

/** Takes a slot of each kind, or none. */
function acquireAll(counters: Counters, kinds: Counted[]): Release[] | undefined {
  const taken: Release[] = []
  for (const kind of kinds) {
    const earlier = Number(counters.get(counterOf(kind, -1)) ?? 0)
    const release = acquire(counters, counterOf(kind), limits[kind] - earlier)
    if (!release) {
      for (const each of taken) each()
      return undefined
    }
    taken.push(release)
  }
  return taken
}

/** Takes one of the slots of the user or network, if the kind limits them. */
function acquireOwn(e: core.RequestEvent, counters: Counters, kind: SlotKind): Release | undefined {
  const limit = limitsPerUser[kind]
  if (limit === undefined) return () => {}
  const owner = (kind !== 'servingPages' && userIdOf(recordCall(e) ?? e)) || networkOf(e.realIP())
  const earlier = countOfOwner(counters, ownCounterOf(kind, -1), owner)
  return acquireForOwner(counters, ownCounterOf(kind), owner, limit - earlier)
}

function userIdOf(e: core.RequestEvent): string | undefined {
  // A file token is in the address of a GET only; in another call it could be in the body, which may not have arrived.
  if (e.auth || e.request?.method !== 'GET') return e.auth?.id
  try {
    return findFileTokenUser(e)?.id
  } catch {
    // The call itself looks the user up again.
    return undefined
  }
}

/**
 * Returns whether the engine could not look up the user, because the database had no time. The engine continues as if the client were anonymous, and a page
 * would take its session for ended. If the user is found now, the call is refused as well: what the engine has read so far is what an anonymous client may read.
 */
function isUserUnknown(e: core.RequestEvent): boolean {
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

/** Returns whether the body has arrived, if one is expected; an anonymous client may send one only to sign in. */
function hasArrived(e: core.RequestEvent, kind: SlotKind): boolean {
  const { auth, request } = e
  // PocketBase has read the body of a record call. The body of a call with an API key is read behind the proxy.
  if (kind === 'proxying' || recordCall(e) || !request?.body || request.contentLength === 0) return true
  const isExpected = request.method !== 'GET' && request.method !== 'HEAD'
  if (isExpected && (auth || kind === 'signingIn')) return readBody(e, request.body)
  discardBody(e, isExpected)
  return true
}

/** Returns the call itself if the event is one of a record: that event has no response (PocketBase 0.40.4). */
function recordCall(e: core.RequestEvent): core.RequestEvent | undefined {
  return (e as unknown as { requestEvent?: core.RequestEvent }).requestEvent
}

/** Answers 503. `isRepeatable` is false if a part is stored: then only the client can decide whether to repeat the call. */
function refuseBusy(e: core.RequestEvent, isRepeatable = true) {
  const { response } = recordCall(e) ?? e
  if (isRepeatable) response.header().set('Retry-After', String(retryAfter))
  return respondUnavailable(e, 'server.busy')
}

/** Answers 503 without throwing, because the engine logs what is thrown with such a status as an error of the server. */
function respondUnavailable(e: core.RequestEvent, code: 'server.busy' | 'server.storage') {
  e.app.store().setFunc(refusedKey, (count: number | null) => (count ?? 0) + 1)
  const message = errors[code]
  return e.json(503, { status: 503, message, data: { code: { code, message } } })
}

const refusedKey = 'refused calls'

/** Returns how many calls were answered 503 since the start. */
export const refusedCalls = (app: CoreApp): number => Number(app.store().get(refusedKey) ?? 0)

/** Returns how many calls of each kind are being answered, and how many may be. */
export function slotsInUse(counters: Counters): { inUse: Record<string, number>; limit: Record<Counted, number> } {
  const count = (kind: Counted) =>
    Number(counters.get(counterOf(kind)) ?? 0) + Number(counters.get(counterOf(kind, -1)) ?? 0)
  const kinds = Object.keys(limits) as Counted[]
  return { inUse: Object.fromEntries(kinds.map((kind) => [kind, count(kind)])), limit: limits }
}
