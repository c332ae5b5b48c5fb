import { type EventFilter, holdsInEvents, isEventFilterField } from '../domain/history/event-filter.ts'

/** Lines of one page of the audit log. */
export const auditPageSize = 50

/** Whatever stands in an address, as a filter: what makes no sense is left out. */
export function eventSearchOf(raw: Record<string, unknown>): EventFilter {
  const said = Object.entries(raw).flatMap(([name, value]) => {
    // The router reads `?search=123` as a number.
    const text = typeof value === 'number' ? String(value) : value
    const holds = typeof text === 'string' && text !== '' && isEventFilterField(name) && holdsInEvents(name, text)
    return holds ? [[name, text]] : []
  })
  return Object.fromEntries(said)
}
