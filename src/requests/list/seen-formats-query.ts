import { queryOptions } from '@tanstack/react-query'
import type { Format } from '../../domain/formats/format.ts'
import { pb } from '../../lib/pb.ts'

/** Query for the formats of requests that a user sees. An approver may not request all of them, so the catalogue omits some. */
export const seenFormatsQuery = queryOptions({
  queryKey: ['requests', 'formats'],
  queryFn: async () => (await pb.send<{ items: Pick<Format, 'id' | 'name'>[] }>('/api/app/requests/formats', {})).items,
})
