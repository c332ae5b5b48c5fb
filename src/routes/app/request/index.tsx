import { createFileRoute } from '@tanstack/react-router'
import { filterableFormatsQuery } from '../../../formats/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { parseRequestListSearchParams } from '../../../requests/list-search.ts'
import { requestListQuery } from '../../../requests/queries.ts'
import { savedViewsQuery } from '../../../views/queries.ts'
import { RequestListPage } from './-list/request-list-page.tsx'

export const Route = createFileRoute('/app/request/')({
  validateSearch: parseRequestListSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const formats = queryClient.query(filterableFormatsQuery)
    // The page itself reports an error, unless it waits for them.
    formats.catch(() => undefined)
    const first = Promise.all([
      queryClient.query(requestListQuery(deps)),
      // The page shows the name of the format that it filters by; the others are in a closed group of filters.
      deps.format && formats,
      queryClient.query(savedViewsQuery('requests')).catch(() => []),
    ])
    // Does not wait if only the search changed: a pending page would replace the input in which the user is typing.
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: RequestListPage,
})
