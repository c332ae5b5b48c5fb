import { documentKinds } from '../domain/documents/document-kind.ts'
import { decisions, requestSorts, requestStatuses } from '../domain/requests/request.ts'
import { datedBy, type RequestFilter } from '../domain/requests/request-filter.ts'

export const pageSize = 30
/** URL hash of the list that selects all results, so that the user can deselect some. */
export const chosenHash = 'todas'

type SortKey = (typeof requestSorts)[number]
export type Sort = SortKey | `-${SortKey}`
export const defaultSort: Sort = '-created'

/** Search parameters of the list; a missing parameter has its default. */
export interface ListSearch extends RequestFilter {
  page?: number
  sort?: Sort
  /** Id of the saved view that the list was opened with. */
  view?: string
}

// Accepts numbers too, because the router parses `?search=123` as a number.
function text(raw: unknown, pattern: RegExp): string | undefined {
  const value = typeof raw === 'number' ? String(raw) : raw
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

function oneOf<T extends string>(raw: unknown, values: readonly T[]): T | undefined {
  return values.find((value) => value === raw)
}

function sortOf(raw: unknown): Sort | undefined {
  if (typeof raw !== 'string') return undefined
  const key = oneOf(raw.replace(/^-/, ''), requestSorts)
  if (!key || raw === defaultSort) return undefined
  return raw.startsWith('-') ? `-${key}` : key
}

/** Format of ids and keys. The server checks whether they exist. */
const id = /^[a-z0-9_]{1,50}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Parses search parameters without a schema library, which every page would have to load. Drops invalid parameters. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const page = Math.floor(Number(raw.page))
  return compact({
    page: page > 1 ? page : undefined,
    status: oneOf(raw.status, requestStatuses),
    documentKind: oneOf(raw.documentKind, documentKinds),
    format: text(raw.format, id),
    owner: text(raw.owner, id),
    batch: text(raw.batch, id),
    due: oneOf(raw.due, ['overdue']),
    // Accepts all kinds of dates but the first (creation), which is the default.
    dates: oneOf(raw.dates, datedBy.slice(1)),
    decision: oneOf(raw.decision, decisions),
    reviewer: text(raw.reviewer, id),
    step: text(raw.step, id),
    amount: text(raw.amount, id),
    from: text(raw.from, day),
    to: text(raw.to, day),
    search: text(raw.search, /\S/)?.slice(0, 200),
    mine: oneOf(raw.mine, ['decide', 'decided']),
    sort: sortOf(raw.sort),
    view: text(raw.view, id),
  })
}

function compact(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as ListSearch
}

/** Returns the search with a change, reset to page 1 unless the change sets a page. */
export function changedSearch(search: ListSearch, change: ListSearch): ListSearch {
  return readListSearch({ ...search, page: undefined, ...change })
}

/** Returns the filters without page, order and view. */
export function filterOf(search: ListSearch): RequestFilter & { from?: string; to?: string } {
  const { page: _page, sort: _sort, view: _view, ...filter } = search
  return filter
}

/** Returns whether a filter is set; `mine` selects the list and does not count. */
export function isFiltered({ mine: _, ...search }: ListSearch): boolean {
  return Object.keys(filterOf(search)).length > 0
}
