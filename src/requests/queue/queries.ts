import { queryOptions } from '@tanstack/react-query'
import type { Present } from '../../domain/requests/request.ts'
import { newId } from '../../lib/new-id.ts'
import { pb } from '../../lib/pb.ts'

/** This page, among those that show requests to whoever decides. */
const page = newId()

/** Who else looks at a request; asking says that this page does. Who cannot be reached is shown nowhere. */
export const presentOthers = (id: string) =>
  queryOptions({
    queryKey: ['presence', id],
    queryFn: () =>
      pb
        .send<Present[]>(`/api/app/requests/${id}/presence`, { method: 'POST', query: { page } })
        .catch((): Present[] => []),
    refetchInterval: 10_000,
    staleTime: 0,
    gcTime: 0,
  })
