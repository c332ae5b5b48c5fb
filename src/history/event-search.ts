import { type EventFilter, isValidEventFilter } from '../domain/history/event-filter.ts'
import { parseText } from '../lib/search-params.ts'

export const auditPageSize = 50

export function parseEventListSearchParams(raw: Record<string, unknown>): EventFilter {
  const validEntries = Object.entries(raw).flatMap(([name, value]) => {
    const text = parseText(value, /./)
    return text && isValidEventFilter(name, text) ? [[name, text]] : []
  })
  return Object.fromEntries(validEntries)
}
