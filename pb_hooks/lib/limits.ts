import { type ServerErrorCode, serverErrorMessages } from '../../src/domain/server-error-messages.ts'
import { formatDuration } from '../../src/domain/time/duration.ts'
import { createErrorResponse } from './http.ts'
import { getNetworkPrefix } from './network.ts'

/** Limit of the failed attempts of a network in a period. */
export interface AttemptLimit {
  /** Name of the counter: `closed list`. */
  what: string
  max: number
  seconds: number
}

/** Counts an attempt; returns 0, or the seconds to wait if there were too many. */
export const countAttempt = (app: CoreApp, limit: AttemptLimit, address: string): number =>
  incrementCounter(app, limit, getCounterName(app, limit, address))

/** Refunds the attempt after a success: only failed attempts count toward the limit. */
export const refundAttempt = (app: CoreApp, limit: AttemptLimit, address: string) =>
  decrementCounter(app, getCounterName(app, limit, address))

/**
 * Returns the name of one of 4,096 counters; their number is fixed, so that anonymous clients cannot fill the memory. A
 * salt that changes with each start prevents clients from finding networks with the same counter and using up their
 * attempts.
 */
function getCounterName(app: CoreApp, { what }: AttemptLimit, address: string): string {
  const salt = String(app.store().getOrSet('attempts salt', () => $security.randomString(32)))
  return `${what} ${$security.hs256(getNetworkPrefix(address), salt).slice(0, 3)}`
}

/** Stores `<end of the period, in seconds> <attempts>`. `setFunc` locks the store while it runs. */
function incrementCounter(app: CoreApp, limit: AttemptLimit, name: string): number {
  let wait = 0
  app.store().setFunc(name, (before: string | null) => {
    const now = Math.floor(Date.now() / 1000)
    const [end = 0, count = 0] = (before ?? '').split(' ').map(Number)
    // Replaces a later end, because only a wrong clock sets it.
    if (end <= now || end > now + limit.seconds) return `${now + limit.seconds} 1`
    wait = count < limit.max ? 0 : end - now
    return wait ? before : `${end} ${count + 1}`
  })
  return wait
}

function decrementCounter(app: CoreApp, name: string) {
  app.store().setFunc(name, (before: string | null) => {
    const [end = 0, count = 0] = (before ?? '').split(' ').map(Number)
    return `${end} ${Math.max(0, count - 1)}`
  })
}

/** Returns a 429 that names the seconds to wait, in its message and in `Retry-After`. */
export function createWaitError(
  response: http.ResponseWriter | undefined,
  code: ServerErrorCode,
  seconds: number,
): ApiError {
  response?.header().set('Retry-After', String(seconds))
  const refusal = createErrorResponse(code, 429, { wait: String(seconds) })
  refusal.message = serverErrorMessages[code].replace('{wait}', formatDuration(seconds))
  return refusal
}

/**
 * Counts a call of kind `what`. Returns false if there were already `limit` such calls in `seconds`, by all clients
 * together. The sliding window is in memory.
 */
export function isWithinRateLimit(app: CoreApp, what: string, limit: number, seconds: number): boolean {
  let allowed = false
  // `setFunc` locks the store while it runs, so that parallel calls are counted correctly.
  app.store().setFunc(`rate ${what}`, (before: string | null) => {
    const now = Date.now()
    const times = (before ?? '').split(' ').filter((time) => Number(time) <= now && now - Number(time) < seconds * 1000)
    allowed = times.length < limit
    return (allowed ? [...times, now] : times).join(' ')
  })
  return allowed
}

/** Matches quoted texts and comments of a filter, as PocketBase's own parser (fexpr 0.5) does. */
export const quotedTextPattern = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*/g
/**
 * Matches back-relations, other collections, and fields behind more than one relation. Each of them multiplies the rows
 * to read.
 */
const distantFieldPattern = /_via_|@collection|[\w:@]\.[\w:@]+\.[\w:@]/
/** Matches PocketBase's earlier name of a back-relation: `requests(format)`. */
const oldBackRelationPattern = /\w\s*\(/

type Query = Record<string, string | undefined>

function isExpensive({ filter = '', sort = '', expand = '', fields = '' }: Query): boolean {
  if (!(filter || sort || expand || fields)) return false
  return (
    distantFieldPattern.test(filter.replace(quotedTextPattern, "''")) ||
    distantFieldPattern.test(sort) ||
    distantFieldPattern.test(expand) ||
    oldBackRelationPattern.test(expand) ||
    fields.includes('_via_')
  )
}

/**
 * Refuses a record call whose query reads distant records. For lists, collection rules refuse the same queries, because
 * PocketBase 0.40 runs a list's query before this hook. Records of `expand` are read after the hook.
 */
export function refuseExpensiveQuery(e: Pick<core.RequestEvent, 'hasSuperuserAuth' | 'requestInfo'>) {
  if (!e.hasSuperuserAuth() && isExpensive(e.requestInfo().query)) throw createErrorResponse('query.depth')
}
