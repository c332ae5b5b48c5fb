import { createFileRoute } from '@tanstack/react-router'
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
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: UserListPage,
})
