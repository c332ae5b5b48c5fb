import { deliveryFilters } from '../domain/deliveries/delivery.ts'
import { documentKinds } from '../domain/documents/document-kind.ts'
import { signingFilters } from '../domain/links/signing.ts'
import { dateFilterKeys, decisionTypes, requestSortFields, requestStatuses } from '../domain/requests/request.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { nonBlankPattern, omitUndefined, parseDay, parseOption, parsePage, parseText } from '../lib/search-params.ts'

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

/** Format of ids and keys. The server checks whether they exist. */
const id = /^[a-z0-9_]{1,50}$/

/** Parses the search parameters of the list. Drops invalid parameters. */
export function parseRequestListSearchParams(raw: Record<string, unknown>): RequestListSearchParams {
  return omitUndefined({
    page: parsePage(raw.page),
    status: parseOption(raw.status, requestStatuses),
    documentKind: parseOption(raw.documentKind, documentKinds),
    format: parseText(raw.format, id),
    owner: parseText(raw.owner, id),
    batch: parseText(raw.batch, id),
    due: parseOption(raw.due, ['overdue']),
    delivery: parseOption(raw.delivery, deliveryFilters),
    signing: parseOption(raw.signing, signingFilters),
    // Skips creation, the first kind of date, because it is the default and never in the URL.
    dates: parseOption(raw.dates, dateFilterKeys.slice(1)),
    decision: parseOption(raw.decision, decisionTypes),
    reviewer: parseText(raw.reviewer, id),
    step: parseText(raw.step, id),
    amount: parseText(raw.amount, id),
    from: parseDay(raw.from),
    to: parseDay(raw.to),
    search: parseText(raw.search, nonBlankPattern)?.slice(0, 200),
    mine: parseOption(raw.mine, ['decide', 'decided']),
    sort: parseSort(raw.sort),
    view: parseText(raw.view, id),
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
