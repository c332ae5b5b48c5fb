import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { Key, NewKey } from '../../../domain/key-scope.ts'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { DescriptionLink } from '../../../keys/description-link.tsx'
import { KeyTable } from '../../../keys/key-table.tsx'
import { NewKeyDialog } from '../../../keys/new-key-dialog.tsx'
import { keyList, revokeKey } from '../../../keys/queries.ts'
import { contextIn } from '../../../lib/context.ts'
import { messageOf } from '../../../lib/message.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { SettingsLinks } from '../../../settings/settings-links.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SecretDialog } from '../../../ui/secret-dialog.tsx'
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
  const [made, setMade] = useState<NewKey & { name: string }>()
  const [leaving, setLeaving] = useState<Key>()
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
      {keys.length > 0 && <KeyTable keys={keys} onRevoke={setLeaving} />}
      <HistoryPanel subject="keys" />
      {isMaking && (
        <NewKeyDialog
          email={user.email}
          today={settings && contextIn(settings).today}
          onClose={() => setMaking(false)}
          onMade={(key, name) => {
            setMaking(false)
            setMade({ ...key, name })
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={`La clave «${made.name}»`}
          label="Clave"
          secret={made.secret}
          onClose={() => setMade(undefined)}
        >
          Cópiela ahora y guárdela donde el programa la use. No se vuelve a mostrar.
        </SecretDialog>
      )}
      {leaving && <RevokeDialog {...leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  )
}

function RevokeDialog({ id, name, onClose }: Key & { onClose: () => void }) {
  const revoking = useMutation({ ...revokeKey(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => revoking.mutate(id)}
      title={`¿Revocar la clave «${name}»?`}
      confirmLabel="Revocar 1 clave"
      pending={revoking.isPending}
      error={revoking.error ? messageOf(revoking.error) : undefined}
    >
      El programa que la usa pierde el acceso de inmediato. No se puede deshacer: tendría que crear otra clave.
    </ConfirmDialog>
  )
}
