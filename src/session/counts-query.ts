import { queryOptions } from '@tanstack/react-query'
import type { CallerCounts } from '../domain/requests/counts.ts'
import { pb } from '../lib/pb.ts'

/** Refresh interval in ms for pages without realtime events. Random between 45 and 75 s, so that pages do not refresh at once. */
const pause = 45_000 + Math.random() * 30_000

/** Query of all counters in menus, tabs, bell and dashboard, in one request. Refetched when a followed collection changes. */
export const callerCountsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => pb.send<CallerCounts>('/api/app/counts', {}),
  refetchInterval: pause,
  meta: { follows: ['requests', 'notices', 'users', 'groups', 'substitutions'] },
})
