import { queryOptions } from '@tanstack/react-query'
import type { AllCounts } from '../domain/counts.ts'
import { pb } from '../lib/pb.ts'

/** What a page that hears of nothing else counts is read again so often, and not by all pages at the same moment. */
const pause = 60_000

/** All that menus, tabs, the bell and the panel count, in one call; read again with whatever changes on a page that follows it. */
export const counts = queryOptions({
  queryKey: ['counts'],
  queryFn: () => pb.send<AllCounts>('/api/app/counts', {}),
  staleTime: 5_000,
  refetchInterval: () => pause * (0.75 + Math.random() / 2),
  meta: { follows: ['requests', 'notices', 'users', 'groups', 'substitutions'] },
})
