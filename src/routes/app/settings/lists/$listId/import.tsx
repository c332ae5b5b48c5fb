import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../../../lib/query-client.ts'
import { listQuery } from '../../../../../lists/queries.ts'
import { requireAdminRole } from '../../../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../../../settings/queries.ts'
import { ListImportPage } from '../-list/list-import-page.tsx'

export const Route = createFileRoute('/app/settings/lists/$listId/import')({
  beforeLoad: requireAdminRole,
  loader: ({ params }) =>
    Promise.all([queryClient.query(listQuery(params.listId)), queryClient.query(settingsQuery())]),
  // Another list starts its own import.
  remountDeps: ({ params }) => params,
  component: ListImportPage,
})
