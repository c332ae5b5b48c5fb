import { createErrorResponse } from '../lib/error-response.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { executeSql, queryRow } from '../lib/sql.ts'

/**
 * Maximum calls of people without an account in a day, per address, per network and in all. An office may be one network. The total bounds
 * the mails to addresses that anonymous clients choose, and the requests in the queue.
 */
const limits = {
  code: { person: 8, network: 60, all: 2_000 },
  record: { person: 20, network: 200, all: 5_000 },
  request: { person: 10, network: 100, all: 2_000 },
} as const

/** Counts a call before its work, so that parallel calls are all counted. Throws 429 above a limit. The counts survive a restart. */
export function countExternalCall(app: CoreApp, kind: keyof typeof limits, email: string, caller: string) {
  const now = Math.floor(Date.now() / 1000)
  // Also deletes rows over 60 s in the future, because a wrong clock set their times.
  executeSql(app, 'DELETE FROM external_calls WHERE at < {:now} - 86400 OR at > {:now} + 60', { now })
  const { person: maxOfPerson, network: maxOfNetwork, all: maxOfAll } = limits[kind]
  const counted = queryRow(
    app,
    `INSERT INTO external_calls (kind, person, network, at) SELECT {:kind}, {:person}, {:network}, {:now}
     WHERE (SELECT count(*) FROM external_calls WHERE kind = {:kind} AND person = {:person}) < {:maxOfPerson}
       AND (SELECT count(*) FROM external_calls WHERE kind = {:kind} AND network = {:network}) < {:maxOfNetwork}
       AND (SELECT count(*) FROM external_calls WHERE kind = {:kind}) < {:maxOfAll}
     RETURNING at`,
    {
      kind,
      person: $security.sha256(email.toLowerCase()),
      network: $security.sha256(getNetworkPrefix(caller)),
      now,
      maxOfPerson,
      maxOfNetwork,
      maxOfAll,
    },
    { at: 0 },
  )
  if (!counted) throw createErrorResponse('external.limit', 429)
}
