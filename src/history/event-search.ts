import { type EventFilter, isEventFilterField, isValidEventFilterValue } from '../domain/history/event-filter.ts'

export const auditPageSize = 50

export function parseEventListSearchParams(raw: Record<string, unknown>): EventFilter {
  const validEntries = Object.entries(raw).flatMap(([name, value]) => {
    // Accepts numbers, because the router parses `?search=123` as a number.
    const text = typeof value === 'number' ? String(value) : value
    const holds =
      typeof text === 'string' && text !== '' && isEventFilterField(name) && isValidEventFilterValue(name, text)
    return holds ? [[name, text]] : []
  })
  return Object.fromEntries(validEntries)
}
