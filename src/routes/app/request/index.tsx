import { createFileRoute, redirect } from '@tanstack/react-router'
import type { View } from '../../../domain/views/view.ts'
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
    const views = queryClient.query(savedViewsQuery('requests')).catch(() => [])
    const first = Promise.all([
      queryClient.query(requestListQuery(deps)),
      // The page shows the name of the format that it filters by; the others are in a closed group of filters.
      deps.format && queryClient.query(filterableFormatsQuery),
      views,
    ])
    // Does not wait if only the search changed: a pending page would replace the input in which the user is typing.
    if (cause === 'stay') return void first.catch(() => undefined)
    return Object.keys(deps).length ? first : views.then(openFirst).then(() => first)
  },
  component: RequestListPage,
})

/** Redirects to the user's default view if the URL has no parameters. */
function openFirst(views: readonly View[]) {
  const view = views.find(({ first }) => first)
  if (view)
    throw redirect({
      to: '/app/request',
      search: parseRequestListSearchParams({ ...view.search, view: view.id }),
      replace: true,
    })
}
