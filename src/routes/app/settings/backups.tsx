import { createFileRoute } from '@tanstack/react-router'
import { backupListQuery } from '../../../backups/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { BackupsPage } from './-backups/backups-page.tsx'

export const Route = createFileRoute('/app/settings/backups')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(backupListQuery),
  component: BackupsPage,
})
