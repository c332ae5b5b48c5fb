import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pb } from '../lib/pb.ts'

export interface UserOption {
  id: string
  name: string
}

/** Query for active users by part of their name, and whether the caller is an approver. Callers who are not approvers get no users. */
export const userSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'found', search],
    queryFn: () =>
      pb.send<{ decides: boolean; items: UserOption[] }>('/api/app/people', { method: 'GET', query: { search } }),
    placeholderData: keepPreviousData,
  })
