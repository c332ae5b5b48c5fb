import { createFileRoute } from '@tanstack/react-router'
import { groupListQuery } from '../../../../../groups/queries.ts'
import { queryClient } from '../../../../../lib/query-client.ts'
import { listQuery, lookupCountsQuery } from '../../../../../lists/queries.ts'
import { requireAdminRole } from '../../../../../session/require-admin-role.ts'
import { ListPage } from '../-list/list-page.tsx'

export const Route = createFileRoute('/app/settings/lists/$listId/')({
  beforeLoad: requireAdminRole,
  loader: ({ params }) =>
    Promise.all([
      queryClient.query(listQuery(params.listId)),
      queryClient.query(groupListQuery),
      // Loaded with the page, because its panel would move those below it. The page is shown without it if that fails.
      queryClient.query(lookupCountsQuery(params.listId)).catch(() => undefined),
    ]),
  component: ListPage,
})
