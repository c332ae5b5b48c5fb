import { infiniteQueryOptions } from '@tanstack/react-query'
import type { EventPage } from '../domain/history/event.ts'
import { type EventFilter, isValidEventFilter } from '../domain/history/event-filter.ts'
import type { EventSubject } from '../domain/history/event-subject.ts'
import { pb } from '../lib/pb.ts'
import { parseText } from '../lib/search-params.ts'

export const auditPageSize = 50

export function parseEventListSearchParams(raw: Record<string, unknown>): EventFilter {
  const validEntries = Object.entries(raw).flatMap(([name, value]) => {
    const text = parseText(value, /./)
    return text && isValidEventFilter(name, text) ? [[name, text]] : []
  })
  return Object.fromEntries(validEntries)
}

/**
 * Query for the events, newest first. `follows`: collections whose changes also refetch it, because bulk actions write
 * events without realtime messages.
 */
export const eventListQuery = (filter: EventFilter, perPage: number, follows: EventSubject[] = []) =>
  infiniteQueryOptions({
    queryKey: ['events', 'lines', filter, perPage],
    queryFn: ({ pageParam }) =>
      pb.send<EventPage>('/api/app/events', { query: { ...filter, perPage, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    staleTime: 5_000,
    meta: { follows },
  })

/** Returns a URL of the CSV export, valid for two minutes. The browser streams the file to disk. */
export async function getEventExportUrl(filter: EventFilter): Promise<string> {
  const token = await pb.files.getToken()
  return pb.buildURL(`/api/app/events/export?${new URLSearchParams({ ...filter, token })}`)
}
