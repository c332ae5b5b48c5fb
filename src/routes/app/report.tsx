import { createFileRoute } from '@tanstack/react-router'
import { filterableFormatsQuery } from '../../formats/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { parseReportSearchParams } from '../../reports/report-search.ts'
import { requireAdminRole } from '../../session/require-admin-role.ts'
import { settingsQuery } from '../../settings/queries.ts'
import { ReportPage } from './-report/report-page.tsx'

export const Route = createFileRoute('/app/report')({
  beforeLoad: requireAdminRole,
  validateSearch: parseReportSearchParams,
  loader: () => Promise.all([queryClient.query(settingsQuery()), queryClient.query(filterableFormatsQuery)]),
  component: ReportPage,
})
