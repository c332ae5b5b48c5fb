import { documentKinds } from '../domain/documents/document-kind.ts'
import { decisionTypes, requestSortFields, requestStatuses } from '../domain/requests/request.ts'
import { dateFilterKeys, type RequestFilter } from '../domain/requests/request-filter.ts'

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

// Returns a parameter as text. Accepts numbers, because the router parses `?search=123` as a number.
function matchText(raw: unknown, pattern: RegExp): string | undefined {
  const value = typeof raw === 'number' ? String(raw) : raw
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

function matchOption<T extends string>(raw: unknown, values: readonly T[]): T | undefined {
  return values.find((value) => value === raw)
}

function parseSort(raw: unknown): RequestSort | undefined {
  if (typeof raw !== 'string') return undefined
  const key = matchOption(raw.replace(/^-/, ''), requestSortFields)
  if (!key || raw === defaultSort) return undefined
  return raw.startsWith('-') ? `-${key}` : key
}

/** Format of ids and keys. The server checks whether they exist. */
const id = /^[a-z0-9_]{1,50}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Parses search parameters without a schema library, which every page would have to load. Drops invalid parameters. */
export function parseRequestListSearchParams(raw: Record<string, unknown>): RequestListSearchParams {
  const page = Math.floor(Number(raw.page))
  return omitUndefined({
    page: page > 1 ? page : undefined,
    status: matchOption(raw.status, requestStatuses),
    documentKind: matchOption(raw.documentKind, documentKinds),
    format: matchText(raw.format, id),
    owner: matchText(raw.owner, id),
    batch: matchText(raw.batch, id),
    due: matchOption(raw.due, ['overdue']),
    // Skips creation, the first kind of date, because it is the default and never in the URL.
    dates: matchOption(raw.dates, dateFilterKeys.slice(1)),
    decision: matchOption(raw.decision, decisionTypes),
    reviewer: matchText(raw.reviewer, id),
    step: matchText(raw.step, id),
    amount: matchText(raw.amount, id),
    from: matchText(raw.from, day),
    to: matchText(raw.to, day),
    search: matchText(raw.search, /\S/)?.slice(0, 200),
    mine: matchOption(raw.mine, ['decide', 'decided']),
    sort: parseSort(raw.sort),
    view: matchText(raw.view, id),
  })
}

function omitUndefined(search: RequestListSearchParams): RequestListSearchParams {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as RequestListSearchParams
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
