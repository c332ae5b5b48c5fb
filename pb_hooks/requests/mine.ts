import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import { isAdmin } from '../lib/people.ts'
import type { Params } from '../lib/sql.ts'
import { decidableAtStepFor, isAnyAtStep, powersOf } from './deciders.ts'
import { countToDecide, idsAtStep, paramsToDecide } from './to-decide.ts'

/** What «mine» means in a list, as SQL of `requests`. */
export interface Mine {
  where: string
  params: Params
  /** The same for who does not pass by all that were sent, where they are few among them. */
  found?: string
  /** Those at a step of somebody's are found by the index that holds no others. */
  isByStep: boolean
  /** How many there are where nothing else is asked, told from what is counted already. */
  count?: string
}

const decidedStep = 'requests.id IN (SELECT request FROM request_decisions WHERE person = {:me})'
/** Without steps administrators decide, whose decisions are only in the reports; a former administrator no longer reads those requests. */
const decided = `(${decidedStep} OR requests.serial IN (SELECT position FROM reported_decisions WHERE reviewer = {:me}))`

/** Undefined where nothing is asked beyond the status: no request is at a step, and an administrator decides all that was sent. */
export function mineOf(app: CoreApp, mine: NonNullable<RequestFilter['mine']>, asker: core.Record): Mine | undefined {
  if (mine === 'decided')
    return { where: isAdmin(asker) ? decided : decidedStep, params: { me: asker.id }, isByStep: false }
  if (isAdmin(asker) && !isAnyAtStep(app)) return undefined
  const powers = powersOf(app, asker)
  const where = decidableAtStepFor(powers)
  if (!isAdmin(asker)) return { where, params: paramsToDecide(powers), isByStep: true, count: countToDecide(powers) }
  const atSteps = idsAtStep(powers)
  return {
    where: `requests.status = 'submitted' AND (requests.step = 0 OR requests.serial IN (${atSteps}))`,
    found: `requests.serial IN (SELECT serial FROM requests INDEXED BY idx_requests_open WHERE status = 'submitted' AND step = 0 UNION ALL ${atSteps})`,
    params: paramsToDecide(powers),
    isByStep: false,
    count: countToDecide(powers),
  }
}
