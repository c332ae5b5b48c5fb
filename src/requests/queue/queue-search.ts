import { hasActiveFilter, parseRequestListSearch, type RequestListSearch } from '../list-search.ts'

/** Search parameters of the queue: filters, order and the id of the viewed request (`at`). */
export interface QueueSearch extends RequestListSearch {
  at?: string
}

export function parseQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const at = raw.at as string
  return /^\w{15}$/.test(at) ? { ...parseRequestListSearch(raw), at } : parseRequestListSearch(raw)
}

export function hasQueueFilter({ at: _at, status: _status, documentKind: _kind, ...search }: QueueSearch): boolean {
  return hasActiveFilter(search)
}
