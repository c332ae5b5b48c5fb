import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { allFormatsQuery } from '../../../formats/admin-queries.ts'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { ProfileFieldsPanel } from '../../../settings/profile-fields-panel.tsx'
import { settingsQuery } from '../../../settings/queries.ts'
import { SettingsForm } from '../../../settings/settings-form.tsx'
import { SettingsNavigation } from '../../../settings/settings-navigation.tsx'
import { SignatoriesPanel } from '../../../settings/signatories-panel.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { administratorsQuery } from '../../../users/queries.ts'

export const Route = createFileRoute('/app/settings/')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(settingsQuery()),
  component: SettingsPage,
})

function SettingsPage() {
  const { data } = useSuspenseQuery(settingsQuery())
  const { data: formats = [] } = useQuery(allFormatsQuery)
  const { data: people = [] } = useQuery(administratorsQuery)
  useRealtimeUpdates('settings', 'signatories')
  return (
    <Stack>
      <PageHeader title="Ajustes" description="Datos y reglas generales de la organización." />
      <SettingsNavigation />
      <SettingsForm settings={data} />
      <ProfileFieldsPanel settings={data} />
      <SignatoriesPanel formats={formats} people={people} />
      <HistoryPanel subject="settings" subjectId={data.id} title="Historial de los ajustes y las copias" />
    </Stack>
  )
}
