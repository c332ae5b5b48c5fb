import { isFiltered, type ListSearch, readListSearch } from '../list-search.ts'

/** Which of those that wait, in which order, and the one that is looked at. */
export interface QueueSearch extends ListSearch {
  at?: string
}

export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const at = raw.at as string
  return /^\w{15}$/.test(at) ? { ...readListSearch(raw), at } : readListSearch(raw)
}

/** Whether only some of those that wait are in it. */
export function isNarrowed({ at: _at, status: _status, documentKind: _kind, ...search }: QueueSearch): boolean {
  return isFiltered(search)
}
