import { countCall, daySeconds } from '../lib/counted-calls.ts'
import { createErrorResponse } from '../lib/http.ts'
import { getNetworkPrefix } from '../lib/network.ts'

/**
 * Maximum calls of a person without an account in a day, in all and from one network. An anonymous client chooses the address of a code, and could
 * use up the codes of its person from one network otherwise.
 */
const limits = {
  code: { person: 24, here: 8 },
  record: { person: 20, here: 20 },
  request: { person: 10, here: 10 },
} as const

/**
 * Maximum calls of each kind in a day, per network and in all. An office, or the customers of a mobile operator, may be one network. The total
 * bounds the mails to addresses that anonymous clients choose, and the requests in the queue.
 */
const [maxOfNetwork, maxOfAll] = [200, 5_000]

/** Counts a call before its work. Throws 429 above a limit. */
export function countExternalCall(app: CoreApp, kind: keyof typeof limits, email: string, caller: string) {
  const person = $security.sha256(email.toLowerCase())
  const network = $security.sha256(getNetworkPrefix(caller))
  const isCounted = countCall(app, [
    { key: `${kind} ${person}`, max: limits[kind].person, seconds: daySeconds },
    { key: `${kind} ${person} ${network}`, max: limits[kind].here, seconds: daySeconds },
    { key: `${kind} ${network}`, max: maxOfNetwork, seconds: daySeconds },
    { key: kind, max: maxOfAll, seconds: daySeconds },
  ])
  if (!isCounted) throw createErrorResponse('external.limit', 429)
}
