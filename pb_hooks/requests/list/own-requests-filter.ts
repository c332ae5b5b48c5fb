import type { RequestFilter } from '../../../src/domain/requests/request-filter.ts'
import type { QueryParams } from '../../lib/sql.ts'
import { isAdmin } from '../../lib/users.ts'
import { buildDecidableAtStageCondition, getDecisionRights, hasRequestsAtRouteStage } from '../decision-rights.ts'
import { buildPendingCountQuery, buildPendingDecisionsParams, buildStagePendingQuery } from '../pending-decisions.ts'

/** SQL of filter `mine`: requests that the caller can decide or has decided. */
export interface OwnRequestsFilter {
  where: string
  /** Condition equivalent to `where` that uses the index of pending requests. Set for administrators. */
  indexedWhere?: string
  params: QueryParams
  /** Whether SQLite finds the matches by the index of stages. */
  usesStepIndex: boolean
  /** SQL that counts matches from the counters in `request_waiting`. Only valid without other filters. */
  count?: string
}

const decidedAtStep = 'requests.id IN (SELECT request FROM request_decisions WHERE person = {:me})'
/**
 * SQL condition that also includes decisions of requests without a route, which only the report tables contain and only
 * current administrators see.
 */
const decidedAsAdmin = `(${decidedAtStep} OR requests.serial IN (SELECT position FROM reported_decisions WHERE reviewer = {:me}))`

/** Returns whether `mine=decide` lists all submitted requests. This is so for administrators, unless a request waits at a stage for its own approvers. */
export function canDecideAllSubmitted(app: CoreApp, mine: RequestFilter['mine'], caller: core.Record): boolean {
  return mine === 'decide' && isAdmin(caller) && !hasRequestsAtRouteStage(app)
}

export function buildOwnRequestsFilter(
  app: CoreApp,
  mine: NonNullable<RequestFilter['mine']>,
  caller: core.Record,
): OwnRequestsFilter {
  if (mine === 'decided') {
    const where = isAdmin(caller) ? decidedAsAdmin : decidedAtStep
    return { where, params: { me: caller.id }, usesStepIndex: false }
  }
  const powers = getDecisionRights(app, caller)
  const [params, count] = [buildPendingDecisionsParams(powers), buildPendingCountQuery(powers)]
  if (!isAdmin(caller)) return { where: buildDecidableAtStageCondition(powers), params, count, usesStepIndex: true }
  const atSteps = buildStagePendingQuery(powers)
  return {
    where: `requests.status = 'submitted' AND (requests.step = 0 OR requests.serial IN (${atSteps}))`,
    indexedWhere: `requests.serial IN (SELECT serial FROM requests INDEXED BY idx_requests_open WHERE status = 'submitted' AND step = 0 UNION ALL ${atSteps})`,
    params,
    count,
    usesStepIndex: false,
  }
}
