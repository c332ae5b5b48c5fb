import { queryOptions } from '@tanstack/react-query'
import type { AllCounts } from '../domain/requests/counts.ts'
import { pb } from '../lib/pb.ts'

/** A page that hears of nothing reads again after about a minute, and not all pages at the same moment. */
const pause = 45_000 + Math.random() * 30_000

/** All that menus, tabs, the bell and the panel count, in one call; read again with whatever changes on a page that follows it. */
export const counts = queryOptions({
  queryKey: ['counts'],
  queryFn: () => pb.send<AllCounts>('/api/app/counts', {}),
  refetchInterval: pause,
  meta: { follows: ['requests', 'notices', 'users', 'groups', 'substitutions'] },
})
