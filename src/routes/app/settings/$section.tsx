import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { sealQuery } from '../../../settings/seal-queries.ts'
import { NotFound } from '../../../ui/page/not-found.tsx'
import { SectionPage } from './-section/section-page.tsx'

export const Route = createFileRoute('/app/settings/$section')({
  beforeLoad: requireAdminRole,
  loader: ({ params }) =>
    Promise.all([queryClient.query(settingsQuery()), params.section === 'seal' && queryClient.query(sealQuery)]),
  component: SectionPage,
  // The page itself finds that the section does not exist.
  notFoundComponent: NotFound,
})
