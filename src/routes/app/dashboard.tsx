import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../lib/query-client.ts'
import { dashboard } from '../../requests/queries.ts'
import { counts } from '../../session/counts.ts'
import { DashboardPage } from './-dashboard/dashboard-page.tsx'

export const Route = createFileRoute('/app/dashboard')({
  loader: () => Promise.all([queryClient.query(dashboard), queryClient.query(counts)]),
  component: DashboardPage,
})
