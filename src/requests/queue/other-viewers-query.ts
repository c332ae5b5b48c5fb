import { queryOptions } from '@tanstack/react-query'
import type { RequestViewer } from '../../domain/requests/request.ts'
import { createRecordId } from '../../lib/create-record-id.ts'
import { pb } from '../../lib/pb.ts'

/** Id of this browser tab, sent with each presence call. */
const pageId = createRecordId()

/**
 * Query of the other viewers of a request; the call also reports this page's presence. Returns an empty list on errors.
 */
export const otherViewersQuery = (id: string) =>
  queryOptions({
    queryKey: ['presence', id],
    queryFn: () =>
      pb
        .send<RequestViewer[]>(`/api/app/requests/${id}/presence`, { method: 'POST', query: { page: pageId } })
        .catch((): RequestViewer[] => []),
    refetchInterval: 10_000,
    staleTime: 0,
    gcTime: 0,
  })
