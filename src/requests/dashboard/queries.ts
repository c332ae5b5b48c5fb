import { queryOptions } from '@tanstack/react-query'
import type { Dashboard } from '../../domain/dashboard.ts'
import { pb } from '../../lib/pb.ts'

/** Counts and to-do of whoever asks; it follows the requests and, for an administrator, the people. */
export const dashboard = queryOptions({
  queryKey: ['requests', 'dashboard'],
  queryFn: () => pb.send<Dashboard>('/api/app/dashboard', {}),
  meta: { follows: ['users'] },
})
