import { createFileRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { parseQueueSearchParams } from '../../../requests/list-search.ts'
import { requestViewQuery } from '../../../requests/queries.ts'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import { QueuePage } from './-queue/queue-page.tsx'
import { queueListQuery } from './-queue/use-request-queue.ts'

export const Route = createFileRoute('/app/request/queue')({
  validateSearch: parseQueueSearchParams,
  beforeLoad: async ({ context: { user } }) => {
    if (user.role === '_admin') return
    // `decide` is null unless the user is an approver, as a group member or substitute.
    if ((await queryClient.query(userTaskCountsQuery)).decide === null) throw notFound()
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const first = queryClient.query(queueListQuery(deps))
    if (cause === 'stay') return void first.catch(() => undefined)
    // Loads the request that opens, because the page would move when it arrives. The page itself reports errors of this call.
    return first.then(({ items }) => {
      const id = deps.at ?? items[0]?.id
      return id ? queryClient.query(requestViewQuery(id)).catch(() => undefined) : undefined
    })
  },
  component: QueuePage,
})
