import { createFileRoute, notFound } from '@tanstack/react-router'
import { isApiError } from '../../../../lib/api-error.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { parseRequestListSearchParams } from '../../../../requests/list-search.ts'
import { requestListQuery } from '../../../../requests/queries.ts'
import { requireAdminRole } from '../../../../session/require-admin-role.ts'
import { userQuery } from '../../../../users/queries.ts'
import { UserPage } from '../-user/user-page.tsx'

export const Route = createFileRoute('/app/user-managment/$userId/request')({
  beforeLoad: requireAdminRole,
  validateSearch: parseRequestListSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { userId }, deps }) =>
    Promise.all([
      queryClient.query(userQuery(userId)),
      queryClient.query(requestListQuery({ ...deps, owner: userId })),
    ]).catch((error) => {
      throw isApiError(error) && error.status === 404 ? notFound() : error
    }),
  component: UserPage,
})
