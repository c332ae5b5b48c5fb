import type { PendingDecisions } from '../../src/domain/requests/counts.ts'
import { type QueryParams, queryRow } from '../lib/sql.ts'
import type { PendingSummaryReader } from '../notices/administrators.ts'
import {
  buildDecidableAtStageCondition,
  buildDecidableQueryParams,
  type DecisionRights,
  decidableCondition,
  getDecisionRights,
  hasUnanimousStage,
  stageApproverCondition,
} from './decision-rights.ts'
import { getOverdueParams } from './overdue.ts'

// Counts and finds requests that a user can decide now. Adds up the subtotals in `request_waiting` by stage, requester
// and due time, instead of counting requests. At stages that require the approval of several users, counts requests.

const overdueCondition = "(requests.dueAt != '' AND requests.dueAt <= {:overdueAt})"
const requestsByAge = 'requests INDEXED BY idx_requests_step_age'

/**
 * Returns the query of `total` and `late`: one row for requests at a stage (`isAtStep` = 1). Administrators also get a row for requests
 * without a route (0).
 */
function buildTotalsQuery(powers: DecisionRights): string {
  const [from, n] = hasUnanimousStage(powers) ? [requestsByAge, '1'] : ['request_waiting AS requests', 'n']
  const buildStageQuery = `SELECT 1 AS isAtStep, ifnull(sum(${n}), 0) AS total, ifnull(sum(iif(${overdueCondition}, ${n}, 0)), 0) AS late
    FROM ${from} WHERE ${buildDecidableAtStageCondition(powers)}`
  if (!powers.isAdmin) return buildStageQuery
  return `${buildStageQuery} UNION ALL SELECT 0,
      (SELECT ifnull(sum(n), 0) FROM request_totals WHERE status = 'submitted') - ifnull(sum(iif(requests.step > 0, n, 0)), 0),
      ifnull(sum(iif(requests.step = 0 AND ${overdueCondition}, n, 0)), 0)
    FROM request_waiting AS requests`
}

export const buildPendingCountQuery = (powers: DecisionRights) =>
  `SELECT sum(total) AS n FROM (${buildTotalsQuery(powers)})`

const stagesQuery =
  'SELECT DISTINCT value ->> 0 AS version, value ->> 1 AS step, value ->> 2 AS manager FROM json_each({:wide})'

/**
 * Returns the query for requests at a stage (row `place` of `stagesQuery`), oldest submission first, which is the index
 * order.
 */
const atStep = (powers: DecisionRights, columns: string, condition = 'TRUE') => `SELECT ${columns} FROM ${requestsByAge}
  WHERE requests.formatVersion = place.version AND requests.step = place.step AND requests.manager = place.manager AND ${buildDecidableAtStageCondition(powers)} AND ${condition}
  ORDER BY requests.submittedAt`
/** Returns the query for requests at a stage whose only approver is the requester. If the format forbids own decisions, administrators decide them. */
const buildOwnersQuery = (
  powers: DecisionRights,
  columns: string,
  condition = 'TRUE',
) => `SELECT ${columns} FROM requests INDEXED BY idx_requests_owner_status
  WHERE requests.owner IN (SELECT value FROM json_each({:owners})) AND requests.status = 'submitted'
    AND ${buildDecidableAtStageCondition(powers)} AND ${condition}`
const buildUnroutedQuery = (
  columns: string,
  condition = 'TRUE',
) => `SELECT ${columns} FROM requests INDEXED BY idx_requests_open
  WHERE requests.status = 'submitted' AND requests.step = 0 AND ${condition} ORDER BY requests.submittedAt`

/** Empty result. `open`: number of pending requests without a route. */
const noPending = { total: 0, overdue: 0, oldest: '', open: 0 }
type PendingTotals = PendingDecisions & { open: number }

export function buildPendingDecisionsParams(powers: DecisionRights): QueryParams {
  const wide = powers.all
    .filter(({ only }) => only === '')
    .map(({ version, position, manager }) => [version, position, manager])
  const owners = powers.all.map(({ only }) => only).filter(Boolean)
  return {
    ...buildDecidableQueryParams(powers),
    ...getOverdueParams(),
    wide: JSON.stringify(wide),
    owners: JSON.stringify(owners),
  }
}

/** Returns SQL that selects the rowids of requests that wait for a decision at a stage of their route. */
export const buildStagePendingQuery = (
  powers: DecisionRights,
) => `SELECT requests.serial FROM requests INDEXED BY idx_requests_step
    WHERE (requests.formatVersion, requests.step, requests.manager) IN (${stagesQuery}) AND ${buildDecidableAtStageCondition(powers)}
  UNION ALL ${buildOwnersQuery(powers, 'requests.serial')}`

export function getPendingDecisions(app: CoreApp, powers: DecisionRights): PendingTotals {
  const open = 'ifnull((SELECT total FROM sums WHERE isAtStep = 0), 0)'
  return (
    queryRow(
      app,
      `WITH sums AS MATERIALIZED (${buildTotalsQuery(powers)})
       SELECT sum(total) AS total, sum(late) AS overdue, ${open} AS open, ifnull((SELECT min(at) FROM (
         SELECT (${atStep(powers, 'requests.submittedAt')} LIMIT 1) AS at FROM (${stagesQuery}) AS place
         UNION ALL ${buildOwnersQuery(powers, 'requests.submittedAt')}
         UNION ALL SELECT CASE WHEN ${open} > 0 THEN (${buildUnroutedQuery('requests.submittedAt')} LIMIT 1) END)), '') AS oldest
       FROM sums`,
      buildPendingDecisionsParams(powers),
      noPending,
    ) ?? noPending
  )
}

/** Returns the current number of pending decisions of a user and the oldest time, for notices shown after their creation. */
export const getPendingSummary: PendingSummaryReader = (app, user) => {
  const { total, oldest } = getPendingDecisions(app, getDecisionRights(app, user))
  return { count: total, oldest }
}

/** Returns the query for the row ids to show first: overdue requests by due time, then the others by submission time. */
export function buildOldestPendingRequestQuery(
  powers: DecisionRights,
  { overdue, open }: PendingTotals,
  limit: number,
): string {
  // Reads only the first due times. Reads all if a stage requires each of its users, because the user may have approved
  // all requests of a due time.
  const dueTimes = `SELECT DISTINCT requests.dueAt FROM request_waiting AS requests
    WHERE ${overdueCondition} AND (requests.step = 0 AND {:isAdmin} OR ${stageApproverCondition}) ORDER BY 1 LIMIT ${hasUnanimousStage(powers) ? -1 : limit}`
  const late = `SELECT requests.serial, 0, requests.dueAt, requests.submittedAt FROM requests INDEXED BY idx_requests_due
    WHERE requests.status = 'submitted' AND requests.dueAt != '' AND requests.dueAt IN (${dueTimes}) AND ${decidableCondition}
    ORDER BY requests.dueAt, requests.submittedAt LIMIT ${limit}`
  const atSteps = `SELECT requests.serial, 1, requests.submittedAt, '' FROM (${stagesQuery}) AS place
    CROSS JOIN requests ON requests.serial IN (${atStep(powers, 'requests.serial', `NOT ${overdueCondition}`)} LIMIT ${limit})`
  const columns = "requests.serial, 1, requests.submittedAt, ''"
  const owned = `${buildOwnersQuery(powers, columns, `NOT ${overdueCondition}`)} ORDER BY requests.submittedAt LIMIT ${limit}`
  const unrouted = `${buildUnroutedQuery(columns, `NOT ${overdueCondition}`)} LIMIT ${limit}`
  const hasRoom = overdue < limit
  const parts = [
    ...(overdue > 0 ? [late] : []),
    ...(hasRoom && powers.all.length > 0 ? [atSteps, owned] : []),
    ...(hasRoom && open > 0 ? [unrouted] : []),
  ].map((part) => `SELECT * FROM (${part})`)
  return `WITH found (position, turn, at, sent) AS (${parts.join(' UNION ')})
    SELECT position FROM found ORDER BY turn, at, sent LIMIT ${limit}`
}
