import type { Format } from '../../../../domain/formats/format.ts'
import { formatStatuses } from '../../../../domain/formats/format-status.ts'
import { nonBlankPattern, omitUndefined, parseOption, parseText } from '../../../../lib/search-params.ts'

export interface FormatListSearchParams {
  status?: Format['status']
  search?: string
}

export const parseFormatListSearchParams = (raw: Record<string, unknown>): FormatListSearchParams =>
  omitUndefined({
    status: parseOption(raw.status, formatStatuses),
    search: parseText(raw.search, nonBlankPattern)?.trim(),
  })
