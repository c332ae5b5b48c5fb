import { createFileRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { readQueueSearch } from '../../../requests/queue/queue-search.ts'
import { waitingList } from '../../../requests/queue/use-queue.ts'
import { QueuePage } from './-queue/queue-page.tsx'

export const Route = createFileRoute('/app/request/queue')({
  validateSearch: readQueueSearch,
  // Returns 404 for users who decide nothing.
  beforeLoad: async ({ context: { user } }) => {
    if (user.role === '_admin') return
    // Lazy-loaded, so that the sign-in page does not include the API calls.
    const { decidesSomething } = await import('../../../groups/decides.ts')
    if (!(await decidesSomething())) throw notFound()
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const first = queryClient.query(waitingList(deps))
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: QueuePage,
})
