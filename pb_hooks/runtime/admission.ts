import { type ErrorCode, errorMessages } from '../../src/domain/errors.ts'
import { setWriteDeadline } from '../lib/connection-deadlines.ts'
import { isDiskOrDatabaseLockError, isJavaScriptException, isQueryTimeout } from '../lib/error-causes.ts'
import { logError } from '../lib/log.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { isWithinRateLimit } from '../lib/rate-limit.ts'
import { findFileTokenUser, requireUser } from '../lib/users.ts'
import { getCurrentCall, runAsCurrentCall } from './current-call.ts'
import { isPooledVm } from './pool.ts'
import { discardBody, readBody } from './request-bodies.ts'
import {
  acquireOwnerSlot,
  acquireSlot,
  countSlots,
  countTakenSlots,
  getCounterName,
  type ReleaseSlot,
  type SlotStore,
} from './slots.ts'

/**
 * Maximum parallel calls of each kind. A call uses a virtual machine until its response is sent. Beyond the pool (`scripts/server.mjs`) PocketBase
 * builds a virtual machine per call (`overflow`); with too many of these virtual machines no call would end. Kinds are counted separately, so
 * anonymous clients take no slots from users. Kinds only for anonymous clients have less than half of `overflow`. Virtual machines that serve pages
 * are small and do not count as overflow. `writing` is below the pool size, because writers wait for each other anyway. `waiting` counts reading
 * calls that wait for `overflow`: their virtual machines are small, because they have not loaded the call's code yet.
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
  waiting: 96,
}
type CountedKind = keyof typeof limits
export type SlotKind = Exclude<CountedKind, 'overflow' | 'waiting'>

/**
 * Maximum parallel calls per user, or per network if the client is anonymous.
 * - Downloads last as long as the client's connection needs; browsers request six files at once.
 * - Large previews use seconds of a processor, and an export chunk uses a megabyte of memory.
 * - An uploaded file is in memory during its validation, and each test of a webhook has a process.
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

/** Timeout in seconds for sending a file of the pages; the largest has 110 kB. */
const pageSeconds = 30

/** Kinds that anonymous clients may not use. */
const userOnlyKinds: readonly SlotKind[] = ['writing', 'previewing', 'uploading', 'sendingWebhooks']

/** Seconds that the client must wait before it repeats a refused call (`Retry-After`). */
const retryAfter = 2

/** Runs `work` in a slot of `kind`. If no slot is free, responds with 503 and `Retry-After` before any work is done. */
export function withSlot(e: core.RequestEvent, kind: SlotKind, work: () => unknown): unknown {
  const counters = e.app.store()
  if (isUserUnknown(e) || !hasArrived(e, kind)) return refuseBusy(e)
  // Checks the user before the call's code is loaded, so that anonymous clients do not fill the memory.
  if (userOnlyKinds.includes(kind) && !getRecordCall(e)) requireUser(e)
  const releaseOwn = acquireOwn(e, counters, kind)
  const shared = releaseOwn && acquireShared(counters, kind)
  if (!shared) {
    releaseOwn?.()
    return refuseBusy(e)
  }
  const release = () => {
    for (const each of [releaseOwn, ...shared]) each()
  }
  if (kind === 'servingPages') setWriteDeadline(e, pageSeconds)
  return runAsCurrentCall(getRecordCall(e) ?? e, release, () => respondToFailure(e, work))
}

/**
 * Runs `work`. Responds with 503 if a database query times out or the disk is full, and with 500 after an exception,
 * for which PocketBase would respond with 400 and log nothing.
 */
function respondToFailure(e: core.RequestEvent, work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    const { releaseSlots, hasWritten } = getCurrentCall()
    // Rethrows if the response was already sent (`respondEarly`), because a second response cannot follow.
    if (!releaseSlots) throw error
    if (isQueryTimeout(error)) return refuseBusy(e, !hasWritten)
    if (isDiskOrDatabaseLockError(error)) {
      if (isWithinRateLimit(e.app, 'cannot store', 1, 60)) logError('Nothing can be stored:', error)
      return respondUnavailable(e, 'server.storage')
    }
    const { request, written } = getRecordCall(e) ?? e
    if (!isJavaScriptException(error) || written()) throw error
    if (isWithinRateLimit(e.app, 'unforeseen', 60, 60))
      logError(`${request?.method} ${request?.url?.escapedPath()}:`, error)
    return respondWithError(e, 500, 'unknown')
  }
}

const getOwnCounterName = (kind: SlotKind, periods = 0) => `own ${getCounterName(kind, periods)}`

/** Resets the counters of the next period; a job calls it each minute. */
export function resetNextPeriodSlotCounters() {
  for (const kind of Object.keys(limits) as CountedKind[]) $app.store().set(getCounterName(kind, 1), 0)
  for (const kind of Object.keys(limitsPerUser) as SlotKind[]) $app.store().remove(getOwnCounterName(kind, 1))
}

/** Maximum wait for a slot of kind `overflow`, in ms. */
const overflowTimeoutMs = 2_000
const retryDelayMs = 25

/**
 * Takes all shared slots of a call, or none if one is not free. The slot per user is separate. Reading calls wait for a
 * slot of `overflow`, because bursts last only milliseconds.
 */
function acquireShared(counters: SlotStore, kind: SlotKind): ReleaseSlot[] | undefined {
  if (isPooledVm() || kind === 'servingPages') return acquireAll(counters, [kind])
  const taken = acquireAll(counters, [kind, 'overflow'])
  if (taken || kind !== 'reading') return taken
  const [leave] = acquireAll(counters, ['waiting']) ?? []
  if (!leave) return undefined
  for (const until = Date.now() + overflowTimeoutMs; Date.now() < until; ) {
    sleep(retryDelayMs)
    const late = acquireAll(counters, [kind, 'overflow'])
    if (!late) continue
    leave()
    return late
  }
  leave()
  return undefined
}

/** Takes a slot of each kind, or none if one is not free. */
function acquireAll(counters: SlotStore, kinds: CountedKind[]): ReleaseSlot[] | undefined {
  const taken: ReleaseSlot[] = []
  for (const kind of kinds) {
    const earlier = Number(counters.get(getCounterName(kind, -1)) ?? 0)
    const release = acquireSlot(counters, getCounterName(kind), limits[kind] - earlier)
    if (!release) {
      for (const each of taken) each()
      return undefined
    }
    taken.push(release)
  }
  return taken
}

/** Takes the slot per user (or per network, if anonymous), if the kind has such a limit. */
function acquireOwn(e: core.RequestEvent, counters: SlotStore, kind: SlotKind): ReleaseSlot | undefined {
  const limit = limitsPerUser[kind]
  if (limit === undefined) return () => {}
  const owner = (kind !== 'servingPages' && findUserId(getRecordCall(e) ?? e)) || getNetworkPrefix(e.realIP())
  const earlier = countTakenSlots(counters, getOwnCounterName(kind, -1), owner)
  return acquireOwnerSlot(counters, getOwnCounterName(kind), owner, limit - earlier)
}

function findUserId(e: core.RequestEvent): string | undefined {
  // Reads the file token only of GET calls, where it is in the query. In other calls it may be in a body that has not
  // arrived yet.
  if (e.auth || e.request?.method !== 'GET') return e.auth?.id
  try {
    return findFileTokenUser(e)?.id
  } catch {
    // Treats the caller as anonymous; PocketBase looks the user up again later and reports the error.
    return undefined
  }
}

/**
 * Returns whether PocketBase could not look up the user because a query timed out. The call is refused, even if the
 * user is found now: PocketBase treated the client as anonymous, so a page would end its session.
 */
function isUserUnknown(e: core.RequestEvent): boolean {
  const { auth, request } = getRecordCall(e) ?? e
  if (auth) return false
  const token = /^(?:Bearer )?(ey\S+)$/i.exec(request?.header.get('Authorization') ?? '')?.[1]
  if (!token) return false
  try {
    e.app.findAuthRecordByToken(token, 'auth')
    return true
  } catch (error) {
    return isQueryTimeout(error)
  }
}

/** Returns whether the request body has arrived. Anonymous clients may send a body only to sign in. */
function hasArrived(e: core.RequestEvent, kind: SlotKind): boolean {
  const { auth, request } = e
  // PocketBase has already read the body of a record call. A call with an API key is forwarded, and the forwarded call
  // reads the body.
  if (kind === 'proxying' || getRecordCall(e) || !request?.body || request.contentLength === 0) return true
  const isExpected = request.method !== 'GET' && request.method !== 'HEAD'
  if (isExpected && (auth || kind === 'signingIn')) return readBody(e, request.body)
  discardBody(e, isExpected)
  return true
}

/** Returns the request event of a record event, which has no response of its own (PocketBase 0.40.4); undefined for other events. */
function getRecordCall(e: core.RequestEvent): core.RequestEvent | undefined {
  return (e as unknown as { requestEvent?: core.RequestEvent }).requestEvent
}

/**
 * Responds with 503. `isRepeatable`: `false` if the call stored data, because then only the client can decide whether
 * to repeat it.
 */
function refuseBusy(e: core.RequestEvent, isRepeatable = true) {
  const { response } = getRecordCall(e) ?? e
  if (isRepeatable) response.header().set('Retry-After', String(retryAfter))
  return respondUnavailable(e, 'server.busy')
}

/** Responds with 503 without throwing, because PocketBase logs thrown errors of this status as server errors. */
function respondUnavailable(e: core.RequestEvent, code: 'server.busy' | 'server.storage') {
  e.app.store().setFunc(refusedKey, (count: number | null) => (count ?? 0) + 1)
  return respondWithError(e, 503, code)
}

function respondWithError(e: core.RequestEvent, status: number, code: ErrorCode) {
  const message = errorMessages[code]
  return e.json(status, { status, message, data: { code: { code, message } } })
}

const refusedKey = 'refused calls'

/** Returns the number of calls refused with 503 since the start. */
export const getRefusedCallCount = (app: CoreApp): number => Number(app.store().get(refusedKey) ?? 0)

export function getSlotUsage(counters: SlotStore): {
  inUse: Record<string, number>
  limit: Record<CountedKind, number>
} {
  const kinds = Object.keys(limits) as CountedKind[]
  return { inUse: Object.fromEntries(kinds.map((kind) => [kind, countSlots(counters, kind)])), limit: limits }
}
