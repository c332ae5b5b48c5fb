import { createFileRoute } from '@tanstack/react-router'
import { groupListQuery } from '../../../../../groups/queries.ts'
import { queryClient } from '../../../../../lib/query-client.ts'
import { listQuery } from '../../../../../lists/queries.ts'
import { requireAdminRole } from '../../../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../../../settings/queries.ts'
import { ListPage } from '../-list/list-page.tsx'

export const Route = createFileRoute('/app/settings/lists/$listId/')({
  beforeLoad: requireAdminRole,
  loader: ({ params }) =>
    Promise.all([
      queryClient.query(listQuery(params.listId)),
      queryClient.query(settingsQuery()),
      queryClient.query(groupListQuery),
    ]),
  component: ListPage,
})
