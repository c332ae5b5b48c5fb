import type { DecisionInput } from '../../../src/domain/requests/decision-input.ts'
import { createErrorResponse } from '../../lib/http.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRows } from '../../lib/sql.ts'
import { createRequestListQuery } from '../list/query.ts'

const targetColumns = { id: '', owner: '', formatVersion: '', step: 0, manager: '' }
export type ActionTarget = typeof targetColumns

/** Requests written in one transaction. */
export interface RequestIdChunk {
  ids: string[]
  /** Ids of requests saved as records, which sends realtime events. The others are written in bulk. */
  live: ReadonlySet<string>
}

/**
 * Maximum number of requests for which all are saved as records (`live`). Above it, only the last request of each
 * requester is `live`.
 */
const maxAllLive = 50
/**
 * Number of requests per chunk; small, because other writers wait for each transaction. `submit` also validates values; `live` requests are
 * saved one by one.
 */
const chunkSize = { submit: 50, other: 100, live: 40 }

/** Returns requests of a call in the order of their numbers; document numbers follow that order. Requests without a number come first. */
export function findActionTargets(
  app: CoreApp,
  { ids, filter, except = [], expected }: DecisionInput,
  caller: core.Record,
): ActionTarget[] {
  if (ids && except.length) throw createErrorResponse('invalid', 400, { except: 'invalid' })
  if (ids) return loadTargets(app, [...new Set(ids)])
  if (!filter || expected === undefined)
    throw createErrorResponse('invalid', 400, { [filter ? 'expected' : 'ids']: 'required' })
  const { ids: matches, params } = createRequestListQuery(app, filter, caller)
  const targets = queryRows(
    app,
    `SELECT id, owner, formatVersion, step, manager FROM requests
     WHERE serial IN (${matches}) AND id NOT IN (SELECT value FROM json_each({:except})) ORDER BY ${numberOrder}, created, serial`,
    { ...params, except: JSON.stringify(except) },
    targetColumns,
  )
  if (targets.length !== expected)
    throw createErrorResponse('request.expected', 409, { actual: String(targets.length) })
  return targets
}

/** SQL order of request numbers: series and year, then length, then number. Example: 1000000 follows 999999. */
const numberOrder = "ifnull(substr(number, 1, 8), ''), length(number), number"

function loadTargets(app: CoreApp, ids: string[]): ActionTarget[] {
  return queryRows(
    app,
    `SELECT value AS id, ifnull(owner, '') AS owner, ifnull(formatVersion, '') AS formatVersion, ifnull(step, 0) AS step, ifnull(manager, '') AS manager FROM json_each({:ids}) LEFT JOIN requests ON requests.id = value
     ORDER BY ${numberOrder}, key`,
    { ids: JSON.stringify(ids) },
    targetColumns,
  )
}

/** Splits requests into chunks. Only the last request of each requester is live, so its realtime event comes after all others are written. */
export function splitIntoIdChunks(targets: Pick<ActionTarget, 'id' | 'owner'>[], isSubmit: boolean): RequestIdChunk[] {
  const all = getIds(targets)
  if (targets.length <= maxAllLive) return [{ ids: all, live: new Set(all) }]
  const live = new Set(new Map(targets.map(({ id, owner }) => [owner, id])).values())
  const size = isSubmit ? chunkSize.submit : chunkSize.other
  const chunks: RequestIdChunk[] = []
  let ids: string[] = []
  let liveCount = 0
  for (const id of all) {
    if (ids.length === size || liveCount === chunkSize.live) {
      chunks.push({ ids, live })
      ids = []
      liveCount = 0
    }
    ids.push(id)
    if (live.has(id)) liveCount++
  }
  return [...chunks, { ids, live }]
}
