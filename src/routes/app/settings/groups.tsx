import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { GroupList } from '../../../groups/group-list.tsx'
import { allGroups } from '../../../groups/queries.ts'
import { SubstitutionList } from '../../../groups/substitution-list.tsx'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { contextIn } from '../../../lib/context.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { SettingsLinks } from '../../../settings/settings-links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Stack } from '../../../ui/stack.tsx'

export const Route = createFileRoute('/app/settings/groups')({
  beforeLoad: onlyAdmins,
  loader: () => queryClient.query(allGroups),
  component: GroupsPage,
})

function GroupsPage() {
  const { data: settings } = useQuery(settingsRow())
  useLive('groups', 'substitutions', 'users')
  return (
    <Stack>
      <PageHeader title="Grupos y reemplazos" description="Grupos de aprobación y reemplazos por ausencia." />
      <SettingsLinks />
      <GroupList />
      <Panel
        title="Reemplazos"
        description="Personas que deciden por otra durante su ausencia. Cada persona puede nombrar su reemplazo en su perfil."
      >
        <SubstitutionList today={settings && contextIn(settings).today} />
      </Panel>
      <HistoryPanel subject="groups" title="Historial de los grupos" />
    </Stack>
  )
}
