import { createErrorResponse } from '../lib/error-response.ts'
import { countCall, daySeconds } from '../lib/limits/counted-calls.ts'
import { getNetworkPrefix } from '../lib/network.ts'

/**
 * Maximum calls of people without an account in a day, per address, per network and in all. An office may be one network. The total bounds
 * the mails to addresses that anonymous clients choose, and the requests in the queue.
 */
const limits = {
  code: { person: 8, network: 60, all: 2_000 },
  record: { person: 20, network: 200, all: 5_000 },
  request: { person: 10, network: 100, all: 2_000 },
} as const

/** Counts a call before its work. Throws 429 above a limit. */
export function countExternalCall(app: CoreApp, kind: keyof typeof limits, email: string, caller: string) {
  const { person, network, all } = limits[kind]
  const isCounted = countCall(app, [
    { key: `${kind} ${$security.sha256(email.toLowerCase())}`, max: person, seconds: daySeconds },
    { key: `${kind} ${$security.sha256(getNetworkPrefix(caller))}`, max: network, seconds: daySeconds },
    { key: kind, max: all, seconds: daySeconds },
  ])
  if (!isCounted) throw createErrorResponse('external.limit', 429)
}
