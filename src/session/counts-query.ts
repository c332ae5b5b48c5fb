import { queryOptions } from '@tanstack/react-query'
import type { CallerCounts } from '../domain/requests/counts.ts'
import { pb } from '../lib/pb.ts'

/** Polling interval in ms, a fallback for lost realtime events. Random between 45 and 75 s, so that open pages do not poll at once. */
const pause = 45_000 + Math.random() * 30_000

/** Query for the counters shown in menus, tabs, notice bell and dashboard, in one request. */
export const callerCountsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => pb.send<CallerCounts>('/api/app/counts', {}),
  refetchInterval: pause,
  meta: { follows: ['requests', 'notices', 'users', 'groups', 'substitutions'] },
})
