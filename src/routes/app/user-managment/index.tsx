import { createFileRoute, redirect } from '@tanstack/react-router'
import type { View } from '../../../domain/views/view.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { userListQuery } from '../../../users/queries.ts'
import { parseUserListSearchParams } from '../../../users/user-search.ts'
import { savedViewsQuery } from '../../../views/queries.ts'
import { UserListPage } from './-list/user-list-page.tsx'

export const Route = createFileRoute('/app/user-managment/')({
  beforeLoad: requireAdminRole,
  validateSearch: parseUserListSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const views = queryClient.query(savedViewsQuery('users')).catch(() => [])
    const first = Promise.all([queryClient.query(userListQuery(deps)), views])
    // Does not wait if only the search changed: a pending page would replace the input in which the user is typing.
    if (cause === 'stay') return void first.catch(() => undefined)
    return Object.keys(deps).length ? first : views.then(openFirst).then(() => first)
  },
  component: UserListPage,
})

/** Redirects to the user's default view if the URL has no parameters. */
function openFirst(views: readonly View[]) {
  const view = views.find(({ first }) => first)
  if (view) throw redirect({ to: '/app/user-managment', search: { ...view.search, view: view.id }, replace: true })
}
