import { isId } from '../../domain/id.ts'
import { type ListSearch, readListSearch } from '../list-search.ts'

/** Which of those that wait, in which order, and the one that is looked at. */
export interface QueueSearch extends Omit<ListSearch, 'status' | 'documentKind'> {
  at?: string
}

export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const { status: _status, documentKind: _kind, ...search } = readListSearch(raw)
  return { ...search, ...(isId(raw.at) && { at: raw.at }) }
}
