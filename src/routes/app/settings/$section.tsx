import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { SectionPage } from './-section/section-page.tsx'

export const Route = createFileRoute('/app/settings/$section')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(settingsQuery()),
  component: SectionPage,
})
