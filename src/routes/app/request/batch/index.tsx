import { createFileRoute } from '@tanstack/react-router'
import { parseBatchListSearchParams } from '../../../../batches/list/batch-search.ts'
import { batchListQuery } from '../../../../batches/queries.ts'
import { getTimeZone } from '../../../../domain/time/local-time.ts'
import { filterableFormatsQuery } from '../../../../formats/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { BatchListPage } from '../-batch/batch-list-page.tsx'

export const Route = createFileRoute('/app/request/batch/')({
  validateSearch: parseBatchListSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, cause }) => {
    const settings = await queryClient.query(settingsQuery())
    const first = Promise.all([
      queryClient.query(batchListQuery(deps, getTimeZone(settings))),
      queryClient.query(filterableFormatsQuery),
    ])
    // Does not wait if only the search changed, because the list shows its own progress.
    if (cause === 'stay') return void first.catch(() => undefined)
    await first
  },
  component: BatchListPage,
})
