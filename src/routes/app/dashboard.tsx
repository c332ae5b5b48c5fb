import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../lib/query-client.ts'
import { dashboardQuery } from '../../requests/queries.ts'
import { userTaskCountsQuery } from '../../session/counts-query.ts'
import { DashboardPage } from './-dashboard/dashboard-page.tsx'

export const Route = createFileRoute('/app/dashboard')({
  loader: () => Promise.all([queryClient.query(dashboardQuery), queryClient.query(userTaskCountsQuery)]),
  component: DashboardPage,
})
