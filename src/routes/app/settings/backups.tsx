import { createFileRoute } from '@tanstack/react-router'
import { backupList } from '../../../backups/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { BackupsPage } from './-backups/backups-page.tsx'

export const Route = createFileRoute('/app/settings/backups')({
  beforeLoad: onlyAdmins,
  loader: () => queryClient.query(backupList()),
  component: BackupsPage,
})
