import { type BatchStatus, batchStatuses } from '../../domain/batches/batch.ts'
import { recordIdPattern } from '../../domain/text/id.ts'
import { nonBlankPattern, omitUndefined, parseDay, parseOption, parsePage, parseText } from '../../lib/search-params.ts'

export const batchPageSize = 30

export interface BatchListSearchParams {
  page?: number
  search?: string
  status?: BatchStatus
  format?: string
  owner?: string
  from?: string
  to?: string
}

export const parseBatchListSearchParams = (raw: Record<string, unknown>): BatchListSearchParams =>
  omitUndefined({
    page: parsePage(raw.page),
    search: parseText(raw.search, nonBlankPattern)?.slice(0, 100),
    status: parseOption(raw.status, batchStatuses),
    format: parseText(raw.format, recordIdPattern),
    owner: parseText(raw.owner, recordIdPattern),
    from: parseDay(raw.from),
    to: parseDay(raw.to),
  })

export const hasBatchFilters = ({ page: _, ...search }: BatchListSearchParams) => Object.keys(search).length > 0
