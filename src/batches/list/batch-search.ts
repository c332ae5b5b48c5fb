import { type BatchStatus, batchStatuses } from '../../domain/batches/batch.ts'
import { recordIdPattern } from '../../domain/text/id.ts'
import { anyText, omitUndefined, parseOption, parsePage, parseText } from '../../lib/search-params.ts'

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

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const parseBatchListSearchParams = (raw: Record<string, unknown>): BatchListSearchParams =>
  omitUndefined({
    page: parsePage(raw.page),
    search: parseText(raw.search, anyText)?.slice(0, 100),
    status: parseOption(raw.status, batchStatuses),
    format: parseText(raw.format, recordIdPattern),
    owner: parseText(raw.owner, recordIdPattern),
    from: parseText(raw.from, dayPattern),
    to: parseText(raw.to, dayPattern),
  })

/** Whether any filter is set, ignoring the page number. */
export const hasBatchFilters = ({ page: _, ...search }: BatchListSearchParams) => Object.keys(search).length > 0
