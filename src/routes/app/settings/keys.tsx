import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { ApiKeyTable } from '../../../keys/api-key-table.tsx'
import { NewApiKeyDialog } from '../../../keys/new-api-key-dialog.tsx'
import { OpenApiLink } from '../../../keys/open-api-link.tsx'
import { apiKeyListQuery } from '../../../keys/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { createValidationContext } from '../../../lib/validation-context.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { SettingsHeader } from '../../../settings/settings-header.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { EmptyState } from '../../../ui/state/screen-states.tsx'

export const Route = createFileRoute('/app/settings/keys')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(apiKeyListQuery),
  component: KeysPage,
})

function KeysPage() {
  const { user } = Route.useRouteContext()
  const { data: keys } = useSuspenseQuery(apiKeyListQuery)
  const { data: settings } = useQuery(settingsQuery())
  const [isMaking, setMaking] = useState(false)
  return (
    <Stack gap={5}>
      <SettingsHeader
        title="Claves para programas"
        description="Permiten que otro programa envíe solicitudes o lotes y descargue los documentos, sin usar contraseñas."
        actions={
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            Nueva clave
          </Button>
        }
      />
      <OpenApiLink />
      {keys.length === 0 && (
        <EmptyState
          icon="key"
          title="Aún no hay claves"
          action={<Button onClick={() => setMaking(true)}>Crear la primera clave</Button>}
        >
          Cree una por cada programa: así ve cuándo la usó y puede revocar solo esa.
        </EmptyState>
      )}
      {keys.length > 0 && <ApiKeyTable keys={keys} me={user.id} />}
      <HistoryPanel subject="keys" />
      {isMaking && (
        <NewApiKeyDialog
          email={user.email}
          today={settings && createValidationContext(settings).today}
          onClose={() => setMaking(false)}
        />
      )}
    </Stack>
  )
}
