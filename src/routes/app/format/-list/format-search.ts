import type { Format } from '../../../../domain/formats/format.ts'
import { formatStatuses } from '../../../../domain/formats/format-status.ts'

export interface FormatListSearchParams {
  status?: Format['status']
  search?: string
}

export function parseFormatListSearchParams(raw: Record<string, unknown>): FormatListSearchParams {
  const status = formatStatuses.find((each) => each === raw.status)
  const text = typeof raw.search === 'string' ? raw.search.trim() : ''
  return { ...(status && { status }), ...(text && { search: text }) }
}
