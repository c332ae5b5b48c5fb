import { createFileRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { parseQueueSearchParams } from '../../../requests/queue/queue-search.ts'
import { queueListQuery } from '../../../requests/queue/use-request-queue.ts'
import { QueuePage } from './-queue/queue-page.tsx'

export const Route = createFileRoute('/app/request/queue')({
  validateSearch: parseQueueSearchParams,
  // Throws `notFound` unless the user is an approver.
  beforeLoad: async ({ context: { user } }) => {
    if (user.role === '_admin') return
    // Loaded lazily, to keep the API client out of the sign-in page's bundle.
    const { isCurrentUserApprover } = await import('../../../groups/is-current-user-approver.ts')
    if (!(await isCurrentUserApprover())) throw notFound()
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const first = queryClient.query(queueListQuery(deps))
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: QueuePage,
})
