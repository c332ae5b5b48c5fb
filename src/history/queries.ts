import { infiniteQueryOptions } from '@tanstack/react-query'
import type { EventPage, EventSubject } from '../domain/history/event.ts'
import type { EventFilter } from '../domain/history/event-filter.ts'
import { pb } from '../lib/pb.ts'

/** Lines of history from the newest on; those that were written in bulk bring no realtime event of their own, so it follows what they are of. */
export const eventLines = (filter: EventFilter, perPage: number, follows: EventSubject[] = []) =>
  infiniteQueryOptions({
    queryKey: ['events', 'lines', filter, perPage],
    queryFn: ({ pageParam }) =>
      pb.send<EventPage>('/api/app/events', { query: { ...filter, perPage, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    staleTime: 5_000,
    meta: { follows },
  })

/** Where a csv of it is for the next two minutes: an address, so that the browser streams it to the disk. */
export async function exportUrl(filter: EventFilter): Promise<string> {
  const token = await pb.files.getToken()
  return pb.buildURL(`/api/app/events/export?${new URLSearchParams({ ...filter, token })}`)
}
