import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { latestPayrollQuery } from '../../../users/payroll-queries.ts'
import { PayrollPage } from './-import/payroll-page.tsx'

export const Route = createFileRoute('/app/user-managment/import')({
  beforeLoad: requireAdminRole,
  loader: () => Promise.all([queryClient.query(settingsQuery()), queryClient.query(latestPayrollQuery)]),
  component: PayrollPage,
})
