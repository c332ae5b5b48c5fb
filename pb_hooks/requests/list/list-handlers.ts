import { type RequestStatus, requestSortFields, requestStatuses } from '../../../src/domain/requests/request.ts'
import type { RequestFilter } from '../../../src/domain/requests/request-filter.ts'
import { createErrorResponse, getQueryParams, writeJsonResponse } from '../../lib/http.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { requireUser } from '../../lib/users.ts'
import { getDecisionRights } from '../decision-rights.ts'
import { findPage, querySearch } from './find-page.ts'
import { buildRequestItemsJson } from './items.ts'
import { createRequestListQuery, parseRequestFilter, type RequestListQuery } from './query.ts'

/** `GET /api/app/requests` → `RequestPage`: lists own requests, all requests (administrators), or requests that the caller decides (`mine`). */
export function listRequests(e: core.RequestEvent) {
  writeJsonResponse(e, ...buildRequestPageJson(e.app, requireUser(e), getQueryParams(e)))
}

function buildRequestPageJson(app: CoreApp, caller: core.Record, params: Record<string, string>): string[] {
  const { page, perPage, sort, isDescending, filter } = parseListParams(params)
  const query = createRequestListQuery(app, filter, caller)
  const window = { sort, isDescending, offset: (page - 1) * perPage, limit: perPage }
  const { total, found } = findPage(app, query, window)
  const items = found
    ? buildRequestItemsJson(app, getDecisionRights(app, caller), found.ids, found.params, found.isReversed)
    : '[]'
  const totalPages = Math.ceil(total / perPage)
  const passedOn = filter.mine === 'decided' ? `"passedOn":${countPassedOn(app, query, caller)},` : ''
  const head = `{"page":${page},"perPage":${perPage},"totalItems":${total},"totalPages":${totalPages},${passedOn}"items":`
  return [head, items, '}']
}

/** `GET /api/app/requests/counts` → `{[status]: number}`: counts the matches of each status under the other filters. */
export function countRequests(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { status: _, ...filter } = parseListParams(getQueryParams(e)).filter
  const count = createStatusCounter(e.app, filter, caller)
  return e.json(200, Object.fromEntries(requestStatuses.map((status) => [status, count(status)])))
}

function createStatusCounter(
  app: CoreApp,
  filter: RequestFilter,
  caller: core.Record,
): (status: RequestStatus) => number {
  const query = createRequestListQuery(app, filter, caller)
  const { countByStatus, params } = query
  if (countByStatus) {
    const queryCounts = query.isSearch ? querySearch : queryRows
    const counts = queryCounts(app, countByStatus, params, { status: '', n: 0 })
    return (status) => counts.find((each) => each.status === status.slice(0, 3))?.n ?? 0
  }
  return (status) => {
    const { count, params } = createRequestListQuery(app, { ...filter, status }, caller)
    return queryRow(app, count, params, { n: 0 })?.n ?? 0
  }
}

/**
 * Counts the requests in which the caller only approved stages before the last. Reports do not count these as decided
 * by the caller.
 */
function countPassedOn(app: CoreApp, { ids, params }: RequestListQuery, caller: core.Record): number {
  const query = `SELECT count(*) AS n FROM (${ids}) AS found WHERE NOT EXISTS
    (SELECT 1 FROM reported_decisions AS done WHERE done.position = found.position AND done.reviewer = {:me})`
  return queryRow(app, query, { ...params, me: caller.id }, { n: 0 })?.n ?? 0
}

function parseListParams({ page, perPage, sort = '-created', ...others }: Record<string, string>) {
  const filter = parseRequestFilter(others)
  const isDescending = sort.startsWith('-')
  const name = requestSortFields.find((each) => each === sort.replace('-', ''))
  if (!name) throw createErrorResponse('invalid', 400, { sort: 'choice' })
  return {
    page: parseCount('page', page, 1, 1_000_000),
    perPage: parseCount('perPage', perPage, 30, 200),
    sort: name,
    isDescending,
    filter,
  }
}

function parseCount(name: string, text: string | undefined, defaultValue: number, max: number): number {
  if (!text) return defaultValue
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw createErrorResponse('invalid', 400, { [name]: 'number' })
  return value
}
