import type { RequestFilter } from '../../../src/domain/requests/request-filter.ts'
import { isAdmin } from '../../lib/people.ts'
import { type Params, row } from '../../lib/sql.ts'
import { getOverdueParams, overdueRequestsClause } from '../overdue.ts'
import { all, type FilterValues, withoutBlanks } from './columns.ts'
import { decidesAllSubmitted, type MineFilter, mineFilter } from './mine-filter.ts'
import { type RelatedCondition, relatedFilters } from './related.ts'

/** Filter restricted to the requests that its caller may see. */
export interface Scope {
  values: FilterValues
  related: RelatedCondition[]
  mine: MineFilter | undefined
  isPending: boolean
  params: Params
}

/**
 * Applies the visibility rules to a filter; `undefined` if nothing can match. Administrators see all requests, users their own, and approvers
 * those that `mine` finds.
 */
export function resolveScope(app: CoreApp, filter: RequestFilter, caller: core.Record): Scope | undefined {
  const isPending = filter.mine === 'decide'
  if (isPending && filter.status && filter.status !== 'submitted') return undefined
  if (decidesAllSubmitted(app, filter.mine, caller)) {
    const { mine: _, ...others } = filter
    return resolveScope(app, { ...others, status: 'submitted' }, caller)
  }
  const mine = filter.mine ? mineFilter(app, filter.mine, caller) : undefined
  // Omits `status`, because all pending requests are submitted.
  const equal = equalValues(app, isPending ? { ...filter, status: undefined } : filter, caller)
  if (!equal) return undefined
  const { created, related, params } = relatedFilters(app, filter, Boolean(equal.owner || equal.batch || mine))
  if (filter.due) related.push((id) => `${id} IN (SELECT serial FROM ${overdueRequestsClause})`)
  const values = { ...equal, ...created }
  const due = filter.due ? getOverdueParams() : {}
  return { values, related, mine, isPending, params: { ...values, ...params, ...mine?.params, ...due } }
}

/** Returns column values that the caller's matches must have; `undefined` if no request can match. */
function equalValues(app: CoreApp, filter: RequestFilter, caller: core.Record): FilterValues | undefined {
  const { status, documentKind, format, batch, mine, reviewer } = filter
  const owner = isAdmin(caller) || mine ? filter.owner : caller.id
  if (filter.owner && filter.owner !== owner) return undefined
  if (reviewer && !isAdmin(caller)) return undefined
  if (!batch) return withoutBlanks({ owner, format, batch, status, documentKind })
  // A batch has one owner and one format, so its condition replaces both.
  const found = row(app, 'SELECT owner, format FROM batches WHERE id = {:batch}', { batch }, { owner: '', format: '' })
  if (!found || (owner && owner !== found.owner) || (format && format !== found.format)) return undefined
  return withoutBlanks({ batch, status, documentKind })
}

/** Returns the SQL condition of requests that the caller sees. Omits the batch: its owner was checked, and requests never leave a batch. */
export function visibleClause({ mine, values }: Scope): string {
  return all([...(mine ? [`(${mine.where})`] : []), ...(values.owner ? ['requests.owner = {:owner}'] : [])])
}
