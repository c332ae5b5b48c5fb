import { type BatchStatus, batchStatuses } from '../../domain/batches/batch.ts'

export const batchPageSize = 30

/** Search parameters of the list of batches; a missing parameter has its default. */
export interface BatchListSearchParams {
  page?: number
  search?: string
  status?: BatchStatus
  format?: string
  owner?: string
  from?: string
  to?: string
}

const idPattern = /^[a-z0-9]{15}$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

// Accepts numbers, because the router parses `?search=123` as a number.
function matchText(raw: unknown, pattern: RegExp): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && pattern.test(text) ? text : undefined
}

export function parseBatchListSearchParams(raw: Record<string, unknown>): BatchListSearchParams {
  const page = Math.floor(Number(raw.page))
  const search: BatchListSearchParams = {
    ...(page > 1 && { page }),
    ...Object.fromEntries(
      Object.entries({
        search: matchText(raw.search, /\S/)?.slice(0, 100),
        status: batchStatuses.find((status) => status === raw.status),
        format: matchText(raw.format, idPattern),
        owner: matchText(raw.owner, idPattern),
        from: matchText(raw.from, dayPattern),
        to: matchText(raw.to, dayPattern),
      }).filter(([, value]) => value !== undefined),
    ),
  }
  return search
}

/** Whether any filter is set, ignoring the page number. */
export const hasBatchFilters = ({ page: _, ...search }: BatchListSearchParams) => Object.keys(search).length > 0

type Bind = (text: string, values: Record<string, unknown>) => string

/** Converts the search to a PocketBase filter. `bind`: escapes values. `startOf`: returns the first moment of a day in UTC, or of the day `later` days afterwards. */
export function buildBatchFilter(
  { search, status, format, owner, from, to }: BatchListSearchParams,
  bind: Bind,
  startOf: (day: string, later?: number) => string,
): string {
  const parts: string[] = []
  if (owner) parts.push(bind('owner = {:owner}', { owner }))
  if (status) parts.push(bind('status = {:status}', { status }))
  if (format) parts.push(bind('format = {:format}', { format }))
  if (from) parts.push(bind('created >= {:from}', { from: startOf(from) }))
  if (to) parts.push(bind('created < {:to}', { to: startOf(to, 1) }))
  if (search) parts.push(bind('(number ~ {:search} || fileName ~ {:search})', { search: search.trim() }))
  return parts.join(' && ')
}
