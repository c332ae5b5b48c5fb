import type { RequestFilter } from '../../src/domain/request-filter.ts'
import { isAdmin } from '../lib/people.ts'
import type { Params } from '../lib/sql.ts'
import { decidableAtStepFor, isAnyAtStep, paramsOf, powersOf } from './deciders.ts'

/** What «mine» means in a list, as SQL of `requests`. */
export interface Mine {
  where: string
  params: Params
  /** Those at a step of somebody's are found by the index that holds no others. */
  isByStep: boolean
  /** How many there are where nothing else is asked, told from what is counted already. */
  count?: string
  /** Since when those of them that are at a step wait. */
  oldestAtStep?: string
}

const decided = 'requests.id IN (SELECT request FROM request_decisions WHERE person = {:me})'

/** Undefined where nothing is asked beyond the status: no request is at a step, and an administrator decides all that was sent. */
export function mineOf(app: CoreApp, mine: NonNullable<RequestFilter['mine']>, asker: core.Record): Mine | undefined {
  if (mine === 'decided') return { where: decided, params: { me: asker.id }, isByStep: false }
  if (isAdmin(asker) && !isAnyAtStep(app)) return undefined
  const powers = powersOf(app, asker)
  const params = paramsOf(powers)
  const where = decidableAtStepFor(powers)
  if (!isAdmin(asker)) return { where, params, isByStep: true }
  const byIndex = 'SELECT requests.serial FROM requests INDEXED BY idx_requests_step WHERE'
  const isOpen = `requests.serial NOT IN (${byIndex} requests.step > 0) OR requests.serial IN (${byIndex} ${where})`
  const count = `SELECT (SELECT ifnull(sum(n), 0) FROM request_totals WHERE status = 'submitted')
    - (SELECT count(*) FROM requests INDEXED BY idx_requests_step WHERE step > 0)
    + (SELECT count(*) FROM requests INDEXED BY idx_requests_step WHERE ${where}) AS n`
  const oldestAtStep = `SELECT min(requests.submittedAt) FROM requests INDEXED BY idx_requests_step WHERE ${where}`
  return { where: `requests.status = 'submitted' AND (${isOpen})`, params, isByStep: false, count, oldestAtStep }
}
