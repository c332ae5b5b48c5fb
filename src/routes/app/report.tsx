import { createFileRoute } from '@tanstack/react-router'
import { knownFormats } from '../../formats/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { parseReportSearch } from '../../reports/report-search.ts'
import { onlyAdmins } from '../../session/only-admins.ts'
import { settingsRow } from '../../settings/queries.ts'
import { ReportPage } from './-report/report-page.tsx'

export const Route = createFileRoute('/app/report')({
  beforeLoad: onlyAdmins,
  validateSearch: parseReportSearch,
  loader: () => Promise.all([queryClient.query(settingsRow()), queryClient.query(knownFormats)]),
  component: ReportPage,
})
