import { hasActiveFilter, parseRequestListSearchParams, type RequestListSearchParams } from '../list-search.ts'

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
