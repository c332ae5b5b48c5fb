import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { SettingsForm } from '../../../settings/settings-form.tsx'
import { SettingsLinks } from '../../../settings/settings-links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stack } from '../../../ui/stack.tsx'

export const Route = createFileRoute('/app/settings/')({
  beforeLoad: onlyAdmins,
  loader: () => queryClient.query(settingsRow()),
  component: SettingsPage,
})

function SettingsPage() {
  const { data } = useSuspenseQuery(settingsRow())
  useLive('settings')
  return (
    <Stack>
      <PageHeader title="Ajustes" description="Lo que vale para toda la organización." />
      <SettingsLinks />
      <SettingsForm settings={data} />
    </Stack>
  )
}
