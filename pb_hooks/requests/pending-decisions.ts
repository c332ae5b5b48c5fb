import type { PendingDecisions } from '../../src/domain/requests/counts.ts'
import { type Params, row } from '../lib/sql.ts'
import type { WaitingNow } from '../notices/deciders.ts'
import {
  decidable,
  decidableAtStepFor,
  decidableInTurn,
  hasSeats,
  type Powers,
  paramsOf,
  powersOf,
} from './deciders.ts'
import { overdueParams } from './overdue.ts'

// Counts and finds requests that a user can decide now. `request_waiting` stores subtotals by stage, requester and due time, so requests are
// not counted one by one. Exception: stages that require the approval of each of several users.

const isLate = "(requests.dueAt != '' AND requests.dueAt <= {:overdueAt})"
const byAge = 'requests INDEXED BY idx_requests_step_age'

/**
 * Returns the query of `total` and `late`: one row for requests at a stage (`isAtStep` = 1). Administrators also get a row for requests
 * without a route (0).
 */
function sums(powers: Powers): string {
  const [from, n] = hasSeats(powers) ? [byAge, '1'] : ['request_waiting AS requests', 'n']
  const atStep = `SELECT 1 AS isAtStep, ifnull(sum(${n}), 0) AS total, ifnull(sum(iif(${isLate}, ${n}, 0)), 0) AS late
    FROM ${from} WHERE ${decidableAtStepFor(powers)}`
  if (!powers.isAdmin) return atStep
  return `${atStep} UNION ALL SELECT 0,
      (SELECT ifnull(sum(n), 0) FROM request_totals WHERE status = 'submitted') - ifnull(sum(iif(requests.step > 0, n, 0)), 0),
      ifnull(sum(iif(requests.step = 0 AND ${isLate}, n, 0)), 0)
    FROM request_waiting AS requests`
}

export const countPending = (powers: Powers) => `SELECT sum(total) AS n FROM (${sums(powers)})`

const steps = 'SELECT DISTINCT value ->> 0 AS version, value ->> 1 AS step FROM json_each({:wide})'

/** Returns the query of requests at stage `place`, oldest submission first. The index already has this order. */
const atStep = (powers: Powers, columns: string, condition = 'TRUE') => `SELECT ${columns} FROM ${byAge}
  WHERE requests.formatVersion = place.version AND requests.step = place.step AND ${decidableAtStepFor(powers)} AND ${condition}
  ORDER BY requests.submittedAt`
/** Returns the query of requests whose requesters may not decide their own stage, so an administrator decides. */
const ofOwners = (
  powers: Powers,
  columns: string,
  condition = 'TRUE',
) => `SELECT ${columns} FROM requests INDEXED BY idx_requests_owner_status
  WHERE requests.owner IN (SELECT value FROM json_each({:owners})) AND requests.status = 'submitted'
    AND ${decidableAtStepFor(powers)} AND ${condition}`
const atNoStep = (columns: string, condition = 'TRUE') => `SELECT ${columns} FROM requests INDEXED BY idx_requests_open
  WHERE requests.status = 'submitted' AND requests.step = 0 AND ${condition} ORDER BY requests.submittedAt`

/** Empty result. `open`: number of pending requests without a route. */
const none = { total: 0, overdue: 0, oldest: '', open: 0 }
type Pending = PendingDecisions & { open: number }

export function pendingParams(powers: Powers): Params {
  const wide = powers.all.filter(({ only }) => only === '').map(({ version, position }) => [version, position])
  const owners = powers.all.map(({ only }) => only).filter(Boolean)
  return { ...paramsOf(powers), ...overdueParams(), wide: JSON.stringify(wide), owners: JSON.stringify(owners) }
}

/** Returns SQL that selects the rowids of requests that wait for a decision at a stage of their route. */
export const pendingIdsAtSteps = (powers: Powers) => `SELECT requests.serial FROM requests INDEXED BY idx_requests_step
    WHERE (requests.formatVersion, requests.step) IN (${steps}) AND ${decidableAtStepFor(powers)}
  UNION ALL ${ofOwners(powers, 'requests.serial')}`

export function getPendingDecisions(app: CoreApp, powers: Powers): Pending {
  const open = 'ifnull((SELECT total FROM sums WHERE isAtStep = 0), 0)'
  return (
    row(
      app,
      `WITH sums AS MATERIALIZED (${sums(powers)})
       SELECT sum(total) AS total, sum(late) AS overdue, ${open} AS open, ifnull((SELECT min(at) FROM (
         SELECT (${atStep(powers, 'requests.submittedAt')} LIMIT 1) AS at FROM (${steps}) AS place
         UNION ALL ${ofOwners(powers, 'requests.submittedAt')}
         UNION ALL SELECT CASE WHEN ${open} > 0 THEN (${atNoStep('requests.submittedAt')} LIMIT 1) END)), '') AS oldest
       FROM sums`,
      pendingParams(powers),
      none,
    ) ?? none
  )
}

/** Returns the current number of pending decisions of a user and the oldest time, for notices shown after their creation. */
export const waitingNow: WaitingNow = (app, user) => {
  const { total, oldest } = getPendingDecisions(app, powersOf(app, user))
  return { count: total, oldest }
}

/** Returns the query of the row ids to show first: overdue requests by due time, then the others by submission time. */
export function firstPendingIds(powers: Powers, { overdue, open }: Pending, limit: number): string {
  // Reads only the first due times. If a stage requires each of its users, all due times are read, because the user may have approved all
  // requests of a due time.
  const dueTimes = `SELECT DISTINCT requests.dueAt FROM request_waiting AS requests
    WHERE ${isLate} AND (requests.step = 0 AND {:isAdmin} OR ${decidableInTurn}) ORDER BY 1 LIMIT ${hasSeats(powers) ? -1 : limit}`
  const late = `SELECT requests.serial, 0, requests.dueAt, requests.submittedAt FROM requests INDEXED BY idx_requests_due
    WHERE requests.status = 'submitted' AND requests.dueAt != '' AND requests.dueAt IN (${dueTimes}) AND ${decidable}
    ORDER BY requests.dueAt, requests.submittedAt LIMIT ${limit}`
  const atSteps = `SELECT requests.serial, 1, requests.submittedAt, '' FROM (${steps}) AS place
    CROSS JOIN requests ON requests.serial IN (${atStep(powers, 'requests.serial', `NOT ${isLate}`)} LIMIT ${limit})`
  const columns = "requests.serial, 1, requests.submittedAt, ''"
  const owned = `${ofOwners(powers, columns, `NOT ${isLate}`)} ORDER BY requests.submittedAt LIMIT ${limit}`
  const unrouted = `${atNoStep(columns, `NOT ${isLate}`)} LIMIT ${limit}`
  const hasRoom = overdue < limit
  const parts = [
    ...(overdue > 0 ? [late] : []),
    ...(hasRoom && powers.all.length > 0 ? [atSteps, owned] : []),
    ...(hasRoom && open > 0 ? [unrouted] : []),
  ].map((part) => `SELECT * FROM (${part})`)
  return `WITH found (position, turn, at, sent) AS (${parts.join(' UNION ')})
    SELECT position FROM found ORDER BY turn, at, sent LIMIT ${limit}`
}
