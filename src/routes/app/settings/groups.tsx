import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { GroupList } from '../../../groups/group-list.tsx'
import { groupListQuery } from '../../../groups/queries.ts'
import { SubstitutionList } from '../../../groups/substitution-list.tsx'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { createValidationContext } from '../../../lib/validation-context.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { SettingsHeader } from '../../../settings/settings-header.tsx'
import { Panel, Stack } from '../../../ui/page/layout.tsx'

export const Route = createFileRoute('/app/settings/groups')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(groupListQuery),
  component: GroupsPage,
})

function GroupsPage() {
  const { data: settings } = useQuery(settingsQuery())
  useRealtimeUpdates('groups', 'substitutions', 'users')
  return (
    <Stack>
      <SettingsHeader title="Grupos y reemplazos" description="Grupos de aprobación y reemplazos por ausencia." />
      <GroupList />
      <Panel
        title="Reemplazos"
        description="Personas que deciden por otra durante su ausencia. Cada persona puede nombrar su reemplazo en su perfil."
      >
        <SubstitutionList today={settings && createValidationContext(settings).today} />
      </Panel>
      <HistoryPanel subject="groups" title="Historial de los grupos" />
    </Stack>
  )
}
