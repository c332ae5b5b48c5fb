import { type ErrorCode, errorMessages } from '../../../src/domain/errors.ts'
import { formatDuration } from '../../../src/domain/time/duration.ts'
import { createErrorResponse } from '../error-response.ts'
import { getNetworkPrefix } from '../network.ts'

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
export function createWaitError(response: http.ResponseWriter | undefined, code: ErrorCode, seconds: number): ApiError {
  response?.header().set('Retry-After', String(seconds))
  const refusal = createErrorResponse(code, 429, { wait: String(seconds) })
  refusal.message = errorMessages[code].replace('{wait}', formatDuration(seconds))
  return refusal
}
