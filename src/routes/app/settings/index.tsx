import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { allFormats } from '../../../formats/admin-queries.ts'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { ProfileFields } from '../../../settings/profile-fields.tsx'
import { settingsRow } from '../../../settings/queries.ts'
import { SettingsForm } from '../../../settings/settings-form.tsx'
import { SettingsLinks } from '../../../settings/settings-links.tsx'
import { Signatories } from '../../../settings/signatories.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { administrators } from '../../../users/queries.ts'

export const Route = createFileRoute('/app/settings/')({
  beforeLoad: onlyAdmins,
  loader: () => queryClient.query(settingsRow()),
  component: SettingsPage,
})

function SettingsPage() {
  const { data } = useSuspenseQuery(settingsRow())
  const { data: formats = [] } = useQuery(allFormats)
  const { data: people = [] } = useQuery(administrators)
  useLive('settings', 'signatories')
  return (
    <Stack>
      <PageHeader title="Ajustes" description="Datos y reglas generales de la organización." />
      <SettingsLinks />
      <SettingsForm settings={data} />
      <ProfileFields settings={data} />
      <Signatories formats={formats} people={people} />
      <HistoryPanel subject="settings" subjectId={data.id} title="Historial de los ajustes y las copias" />
    </Stack>
  )
}
