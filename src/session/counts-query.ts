import { queryOptions } from '@tanstack/react-query'
import type { CallerCounts } from '../domain/requests/counts.ts'
import { pb } from '../lib/pb.ts'

/**
 * Polling interval in ms, in case realtime events are lost. Random between 45 and 75 s, so that pages do not all poll
 * at the same time.
 */
const pause = 45_000 + Math.random() * 30_000

/** Query for all counters of menus, tabs, notice bell and dashboard; one request returns them all. */
export const userTaskCountsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => pb.send<CallerCounts>('/api/app/counts', {}),
  refetchInterval: pause,
  meta: { follows: ['requests', 'notices', 'users', 'groups', 'substitutions'] },
})
