import { createFileRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../../../../lib/query-client.ts'
import { isRefusal } from '../../../../lib/refusal.ts'
import { parseRequestListSearch } from '../../../../requests/list-search.ts'
import { requestListQuery } from '../../../../requests/queries.ts'
import { onlyAdmins } from '../../../../session/only-admins.ts'
import { userById } from '../../../../users/queries.ts'
import { UserPage } from '../-user/user-page.tsx'

export const Route = createFileRoute('/app/user-managment/$userId/request')({
  beforeLoad: onlyAdmins,
  validateSearch: parseRequestListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { userId }, deps }) =>
    Promise.all([
      queryClient.query(userById(userId)),
      queryClient.query(requestListQuery({ ...deps, owner: userId })),
    ]).catch((error) => {
      throw isRefusal(error) && error.status === 404 ? notFound() : error
    }),
  component: UserPage,
})
