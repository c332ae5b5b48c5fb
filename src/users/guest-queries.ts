import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Guest } from '../domain/links/link-output.ts'
import { pb } from '../lib/pb.ts'

export interface GuestListSearchParams {
  page?: number
  search?: string
}

interface GuestPage {
  items: Guest[]
  page: number
  perPage: number
  totalItems: number
}

/** Query for one page of the people without an account. */
export const guestListQuery = (search: GuestListSearchParams) =>
  queryOptions({
    queryKey: ['users', 'guests', search],
    queryFn: () => pb.send<GuestPage>('/api/app/guests', { method: 'GET', query: search }),
    placeholderData: keepPreviousData,
  })

/** Blocks or unblocks a person without an account. */
export const blockGuestMutation = mutationOptions({
  mutationKey: ['users', 'blockGuest'],
  mutationFn: ({ id, blocked }: Pick<Guest, 'id' | 'blocked'>) =>
    pb.send<void>(`/api/app/guests/${id}/block`, { method: 'POST', body: { blocked } }),
  meta: { quiet: true, invalidates: [['users', 'guests'], ['events']] },
})
