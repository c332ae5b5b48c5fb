import type { RequestFilter } from '../../../src/domain/requests/request-filter.ts'
import { isAdmin } from '../../lib/people.ts'
import type { Params } from '../../lib/sql.ts'
import { decidableAtStepFor, isAnyAtStep, powersOf } from '../deciders.ts'
import { countPending, pendingIdsAtSteps, pendingParams } from '../pending-decisions.ts'

/** SQL of the filter `mine`: requests that the caller may decide or has decided. */
export interface MineFilter {
  /** Condition of `requests`. */
  where: string
  /** Equivalent of `where` that reads the index of pending requests; set if they are few among all that were submitted. */
  indexedWhere?: string
  params: Params
  /** True if the index of steps finds the matches. */
  usesStepIndex: boolean
  /** Query of the number of matches from `request_waiting`, valid if no other filter is set. */
  count?: string
}

const decidedAtStep = 'requests.id IN (SELECT request FROM request_decisions WHERE person = {:me})'
/** Includes decisions without a route, which only the reports hold. A former administrator no longer reads those requests. */
const decidedAsAdmin = `(${decidedAtStep} OR requests.serial IN (SELECT position FROM reported_decisions WHERE reviewer = {:me}))`

/** True if `mine=decide` of an administrator is every submitted request, because none is at a step. */
export function decidesAllSubmitted(app: CoreApp, mine: RequestFilter['mine'], caller: core.Record): boolean {
  return mine === 'decide' && isAdmin(caller) && !isAnyAtStep(app)
}

export function mineFilter(app: CoreApp, mine: NonNullable<RequestFilter['mine']>, caller: core.Record): MineFilter {
  if (mine === 'decided') {
    const where = isAdmin(caller) ? decidedAsAdmin : decidedAtStep
    return { where, params: { me: caller.id }, usesStepIndex: false }
  }
  const powers = powersOf(app, caller)
  const [params, count] = [pendingParams(powers), countPending(powers)]
  if (!isAdmin(caller)) return { where: decidableAtStepFor(powers), params, count, usesStepIndex: true }
  const atSteps = pendingIdsAtSteps(powers)
  return {
    where: `requests.status = 'submitted' AND (requests.step = 0 OR requests.serial IN (${atSteps}))`,
    indexedWhere: `requests.serial IN (SELECT serial FROM requests INDEXED BY idx_requests_open WHERE status = 'submitted' AND step = 0 UNION ALL ${atSteps})`,
    params,
    count,
    usesStepIndex: false,
  }
}
