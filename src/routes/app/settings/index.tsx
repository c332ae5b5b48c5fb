import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { dashboardQuery } from '../../../requests/queries.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { SettingsHome } from '../../../settings/settings-home.tsx'
import { SetupPanel } from '../../../settings/setup-panel.tsx'
import { PageHeader, Stack } from '../../../ui/page/layout.tsx'

export const Route = createFileRoute('/app/settings/')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(dashboardQuery),
  component: SettingsPage,
})

function SettingsPage() {
  const { admin } = useQuery(dashboardQuery).data ?? {}
  return (
    <Stack>
      <PageHeader title="Ajustes" description="Datos y reglas generales de la organización." />
      <SettingsHome setup={admin && <SetupPanel steps={admin.setup.steps} />} />
    </Stack>
  )
}
