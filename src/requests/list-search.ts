import { findInvalidFilters } from '../domain/requests/invalid-filters.ts'
import { dateFilterKeys, requestSortFields } from '../domain/requests/request.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { recordIdPattern } from '../domain/text/id.ts'
import { nonBlankPattern, omitUndefined, parseOption, parsePage, parseText } from '../lib/search-params.ts'

export const requestPageSize = 30
/** URL hash that opens the request list with all results selected. */
export const selectAllUrlFragment = 'todas'

type SortKey = (typeof requestSortFields)[number]
export type RequestSort = SortKey | `-${SortKey}`
export const defaultSort: RequestSort = '-created'

export interface RequestListSearchParams extends RequestFilter {
  page?: number
  sort?: RequestSort
  view?: string
}

function parseSort(raw: unknown): RequestSort | undefined {
  if (typeof raw !== 'string') return undefined
  const key = parseOption(raw.replace(/^-/, ''), requestSortFields)
  if (!key || raw === defaultSort) return undefined
  return raw.startsWith('-') ? `-${key}` : key
}

/** Parses the search parameters of the list. Drops invalid parameters. */
export function parseRequestListSearchParams({
  page,
  search,
  dates,
  sort,
  view,
  ...raw
}: Record<string, unknown>): RequestListSearchParams {
  const invalid = findInvalidFilters(raw)
  const filter = Object.fromEntries(Object.entries(raw).filter(([name]) => !invalid.includes(name))) as RequestFilter
  return omitUndefined({
    ...filter,
    page: parsePage(page),
    // Skips creation, the first kind of date, because it is the default and never in the URL.
    dates: parseOption(dates, dateFilterKeys.slice(1)),
    search: parseText(search, nonBlankPattern)?.slice(0, 200),
    sort: parseSort(sort),
    view: parseText(view, recordIdPattern),
  })
}

/** Returns the search with a change, reset to page 1 unless the change sets a page. */
export function applySearchChange(
  search: RequestListSearchParams,
  change: RequestListSearchParams,
): RequestListSearchParams {
  return parseRequestListSearchParams({ ...search, page: undefined, ...change })
}

/** Returns the filters without page, order and view. */
export function toRequestFilter(search: RequestListSearchParams): RequestFilter & { from?: string; to?: string } {
  const { page: _page, sort: _sort, view: _view, ...filter } = search
  return filter
}

/** Returns whether a filter is set. `mine` is no filter, because it selects the request list. */
export function hasActiveFilter({ mine: _, ...search }: RequestListSearchParams): boolean {
  return Object.keys(toRequestFilter(search)).length > 0
}

/** Search parameters of the queue: filters, order and the id of the viewed request (`at`). */
export interface QueueSearchParams extends RequestListSearchParams {
  at?: string
}

export function parseQueueSearchParams(raw: Record<string, unknown>): QueueSearchParams {
  const at = raw.at as string
  return /^\w{15}$/.test(at) ? { ...parseRequestListSearchParams(raw), at } : parseRequestListSearchParams(raw)
}

export function hasQueueFilter({
  at: _at,
  status: _status,
  documentKind: _kind,
  ...search
}: QueueSearchParams): boolean {
  return hasActiveFilter(search)
}
