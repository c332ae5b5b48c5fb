import type { RequestFilter } from '../../../src/domain/requests/request-filter.ts'
import { type QueryParams, queryRow } from '../../lib/sql.ts'
import { isAdmin } from '../../lib/users.ts'
import { getOverdueParams, overdueRequestsClause } from '../overdue.ts'
import { combineConditions, type FilterValues, omitEmptyValues } from './columns.ts'
import { buildOwnRequestsFilter, canDecideAllSubmitted, type OwnRequestsFilter } from './own-requests-filter.ts'
import { buildRelatedFilters, type RelatedCondition } from './related-filters.ts'

/** Filter of the request list, restricted to the requests that the caller may see. */
export interface RequestListScope {
  values: FilterValues
  related: RelatedCondition[]
  mine: OwnRequestsFilter | undefined
  isPending: boolean
  params: QueryParams
}

/**
 * Applies the visibility rules to a filter; `undefined` if nothing can match. Administrators see all requests, users their own, and approvers
 * those that `mine` finds.
 */
export function resolveRequestListScope(
  app: CoreApp,
  filter: RequestFilter,
  caller: core.Record,
): RequestListScope | undefined {
  const isPending = filter.mine === 'decide'
  if (isPending && filter.status && filter.status !== 'submitted') return undefined
  if (canDecideAllSubmitted(app, filter.mine, caller)) {
    const { mine: _, ...others } = filter
    return resolveRequestListScope(app, { ...others, status: 'submitted' }, caller)
  }
  const mine = filter.mine ? buildOwnRequestsFilter(app, filter.mine, caller) : undefined
  // Omits `status`, because all pending requests are submitted.
  const equal = getEqualValues(app, isPending ? { ...filter, status: undefined } : filter, caller)
  if (!equal) return undefined
  const { created, related, params } = buildRelatedFilters(app, filter, Boolean(equal.owner || equal.batch || mine))
  if (filter.due) related.push((id) => `${id} IN (SELECT serial FROM ${overdueRequestsClause})`)
  const values = { ...equal, ...created }
  const due = filter.due ? getOverdueParams() : {}
  return { values, related, mine, isPending, params: { ...values, ...params, ...mine?.params, ...due } }
}

/** Returns the column values of the filter's `=` conditions; `undefined` if the filter excludes every request. */
function getEqualValues(app: CoreApp, filter: RequestFilter, caller: core.Record): FilterValues | undefined {
  const { status, documentKind, format, batch, mine, reviewer, privacy } = filter
  const owner = isAdmin(caller) || mine ? filter.owner : caller.id
  if (filter.owner && filter.owner !== owner) return undefined
  if ((reviewer || privacy) && !isAdmin(caller)) return undefined
  if (!batch) return omitEmptyValues({ owner, format, batch, status, documentKind })
  // Replaces the conditions on owner and format, because a batch has one owner and one format.
  const found = queryRow(
    app,
    'SELECT owner, format FROM batches WHERE id = {:batch}',
    { batch },
    { owner: '', format: '' },
  )
  if (!found || (owner && owner !== found.owner) || (format && format !== found.format)) return undefined
  return omitEmptyValues({ batch, status, documentKind })
}

/**
 * Returns the SQL condition of requests that the caller sees. Omits the batch, because its owner was already checked and requests never leave a
 * batch.
 */
export function buildVisibilityCondition({ mine, values }: RequestListScope): string {
  return combineConditions([
    ...(mine ? [`(${mine.where})`] : []),
    ...(values.owner ? ['requests.owner = {:owner}'] : []),
  ])
}
