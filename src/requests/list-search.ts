import { documentKinds } from '../domain/documents/document-kind.ts'
import { decisions, requestSorts, requestStatuses } from '../domain/requests/request.ts'
import { datedBy, type RequestFilter } from '../domain/requests/request-filter.ts'

export const pageSize = 30
/** Of an address of the list: all that it finds is chosen, to take some out of it. */
export const chosenHash = 'todas'

type SortKey = (typeof requestSorts)[number]
export type Sort = SortKey | `-${SortKey}`
export const defaultSort: Sort = '-created'

/** What the address of a list says; whatever is left out has its default. */
export interface ListSearch extends RequestFilter {
  page?: number
  sort?: Sort
  /** The saved view that it was opened with. */
  view?: string
}

// The router reads `?search=123` as a number, so texts take numbers as well.
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

/** Ids and keys; what they mean the server says. */
const id = /^[a-z0-9_]{1,50}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Reads an address by hand (a schema would land in the first load of every page); what makes no sense is left out. */
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
    // Those of creation are what is meant where nothing is said.
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

/** The same list with something changed, on its first page unless the change names one. */
export function changedSearch(search: ListSearch, change: ListSearch): ListSearch {
  return readListSearch({ ...search, page: undefined, ...change })
}

/** What narrows the list, without page, order and view. */
export function filterOf(search: ListSearch): RequestFilter & { from?: string; to?: string } {
  const { page: _page, sort: _sort, view: _view, ...filter } = search
  return filter
}

/** Whose decision it waits for is which list it is, and no filter of it. */
export function isFiltered({ mine: _, ...search }: ListSearch): boolean {
  return Object.keys(filterOf(search)).length > 0
}
