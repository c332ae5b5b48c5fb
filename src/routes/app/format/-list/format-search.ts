import type { Format } from '../../../../domain/formats/format.ts'
import { formatStatuses } from '../../../../domain/formats/format-status.ts'

/** Filters in the address of the catalogue. */
export interface FormatSearch {
  status?: Format['status']
  search?: string
}

/** Reads the filters from an address; invalid values are left out. */
export function readFormatSearch(raw: Record<string, unknown>): FormatSearch {
  const status = formatStatuses.find((each) => each === raw.status)
  const text = typeof raw.search === 'string' ? raw.search.trim() : ''
  return { ...(status && { status }), ...(text && { search: text }) }
}
