import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { DescriptionLink } from '../../../keys/description-link.tsx'
import { KeyTable } from '../../../keys/key-table.tsx'
import { NewKeyDialog } from '../../../keys/new-key-dialog.tsx'
import { keyList } from '../../../keys/queries.ts'
import { contextIn } from '../../../lib/context.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { SettingsLinks } from '../../../settings/settings-links.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stack } from '../../../ui/stack.tsx'

export const Route = createFileRoute('/app/settings/keys')({
  beforeLoad: onlyAdmins,
  loader: () => queryClient.query(keyList()),
  component: KeysPage,
})

function KeysPage() {
  const { user } = Route.useRouteContext()
  const { data: keys } = useSuspenseQuery(keyList())
  const { data: settings } = useQuery(settingsRow())
  const [isMaking, setMaking] = useState(false)
  return (
    <Stack gap={5}>
      <PageHeader
        title="Claves para programas"
        description="Para que otro programa envíe solicitudes o lotes y recoja los documentos, sin la contraseña de nadie."
        actions={
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            Nueva clave
          </Button>
        }
      />
      <SettingsLinks />
      <DescriptionLink />
      {keys.length === 0 && (
        <EmptyState icon="key" title="Aún no hay claves">
          Cree una por cada programa: así ve cuándo la usó y puede revocar solo esa.
        </EmptyState>
      )}
      {keys.length > 0 && <KeyTable keys={keys} me={user.id} />}
      <HistoryPanel subject="keys" />
      {isMaking && (
        <NewKeyDialog
          email={user.email}
          today={settings && contextIn(settings).today}
          onClose={() => setMaking(false)}
        />
      )}
    </Stack>
  )
}
