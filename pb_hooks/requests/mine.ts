import type { RequestFilter } from '../../src/domain/request-filter.ts'
import { isAdmin } from '../lib/people.ts'
import { type Params, row } from '../lib/sql.ts'
import { decidable, decidableAtStep, paramsOf, powersOf } from './deciders.ts'

/** What «mine» means in a list, as SQL of `requests`. */
export interface Mine {
  where: string
  params: Params
  /** Those at a step of somebody's are found by the index that holds no others. */
  isByStep: boolean
}

const decided = 'requests.id IN (SELECT request FROM request_decisions WHERE person = {:me})'

/** Undefined where nothing is asked beyond the status: no request is at a step, and an administrator decides all that was sent. */
export function mineOf(app: CoreApp, mine: NonNullable<RequestFilter['mine']>, asker: core.Record): Mine | undefined {
  if (mine === 'decided') return { where: decided, params: { me: asker.id }, isByStep: false }
  if (isAdmin(asker) && !row(app, 'SELECT 1 AS n FROM requests WHERE step > 0 LIMIT 1', {}, { n: 0 })) return undefined
  const params = paramsOf(powersOf(app, asker))
  return isAdmin(asker)
    ? { where: `requests.status = 'submitted' AND ${decidable}`, params, isByStep: false }
    : { where: decidableAtStep, params, isByStep: true }
}
