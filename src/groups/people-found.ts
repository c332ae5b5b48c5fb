import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pb } from '../lib/pb.ts'

export interface NamedPerson {
  id: string
  name: string
}

/** Active people by a part of their name, and whether whoever asks decides anything: nobody else finds somebody. */
export const peopleFound = (search: string) =>
  queryOptions({
    queryKey: ['users', 'found', search],
    queryFn: () =>
      pb.send<{ decides: boolean; items: NamedPerson[] }>('/api/app/people', { method: 'GET', query: { search } }),
    placeholderData: keepPreviousData,
  })
