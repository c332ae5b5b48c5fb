import { useState } from 'react'
import type { Key } from '../domain/keys/key-output.ts'
import { keyScopeLabels } from '../domain/keys/key-scope.ts'
import { formatShortDate } from '../domain/time/date.ts'
import { formatDateTime, formatRelativeDateTime } from '../lib/date-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { confirmApiKeyMutation, revokeApiKeyMutation } from './queries.ts'

interface Props {
  keys: readonly Key[]
  /** Id of the current user; a key can only be confirmed by the owner of its account. */
  me: string
}

export function ApiKeyTable({ keys, me }: Props) {
  const [asked, setAsked] = useState<{ key: Key; step: 'confirm' | 'revoke' }>()
  const columns: TableColumn<Key>[] = [
    {
      id: 'name',
      header: 'Nombre',
      card: 'title',
      cell: ({ name, hint }) => (
        <Stack gap={1}>
          <strong>{name}</strong>
          <code className="text-secondary">{hint}…</code>
        </Stack>
      ),
    },
    {
      id: 'scopes',
      header: 'Alcance',
      cell: ({ scopes }) => scopes.map((scope) => keyScopeLabels[scope].label).join(', '),
    },
    {
      id: 'user',
      header: 'Actúa como',
      cell: ({ userName, createdByName, created }) => (
        <Stack gap={1}>
          <span>{userName}</span>
          <span className="text-secondary">
            La creó {createdByName}, {formatRelativeDateTime(created)}
          </span>
        </Stack>
      ),
    },
    { id: 'expires', header: 'Vence', cell: ({ expires }) => (expires ? formatShortDate(expires) : 'No vence') },
    { id: 'lastUsed', header: 'Último uso', cell: ({ lastUsed }) => (lastUsed ? formatDateTime(lastUsed) : 'Sin uso') },
    {
      id: 'actions',
      header: 'Acciones',
      hideHeader: true,
      align: 'end',
      cell: (key) =>
        getStatus(key) ?? (
          <Stack gap={1}>
            {!key.confirmed && <Badge tone="warning">Por confirmar</Badge>}
            {!key.confirmed && key.user === me && (
              <Button
                size="s"
                variant="primary"
                onClick={() => setAsked({ key, step: 'confirm' })}
                aria-label={`Confirmar la clave ${key.name}`}
              >
                Confirmar
              </Button>
            )}
            <Button
              size="s"
              onClick={() => setAsked({ key, step: 'revoke' })}
              aria-label={`Revocar la clave ${key.name}`}
            >
              Revocar
            </Button>
          </Stack>
        ),
    },
  ]
  return (
    <>
      <Table caption="Claves para programas" columns={columns} rows={keys} rowId={({ id }) => id} />
      {asked?.step === 'revoke' && <RevokeDialog {...asked.key} onClose={() => setAsked(undefined)} />}
      {asked?.step === 'confirm' && <ConfirmKeyDialog {...asked.key} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Returns the badge of a revoked or expired key; `undefined` for an active key. */
function getStatus({ revoked, isExpired }: Key) {
  if (revoked) return <Badge tone="neutral">Revocada</Badge>
  return isExpired ? <Badge tone="warning">Vencida</Badge> : undefined
}

function RevokeDialog({ id, name, onClose }: Key & { onClose: () => void }) {
  return (
    <MutationDialog
      danger
      onClose={onClose}
      mutation={revokeApiKeyMutation}
      variables={id}
      title={`¿Revocar la clave «${name}»?`}
      confirmLabel="Revocar 1 clave"
    >
      El programa que la usa pierde el acceso de inmediato. No se puede deshacer: tendría que crear otra clave.
    </MutationDialog>
  )
}

function ConfirmKeyDialog({ id, name, scopes, createdByName, onClose }: Key & { onClose: () => void }) {
  return (
    <MutationDialog
      onClose={onClose}
      mutation={confirmApiKeyMutation}
      variables={id}
      title={`¿Confirmar la clave «${name}»?`}
      confirmLabel="Confirmar la clave"
    >
      La creó {createdByName}. Un programa actuará en nombre de usted:{' '}
      {scopes.map((scope) => keyScopeLabels[scope].label).join(', ')}. Si no la espera, revóquela.
    </MutationDialog>
  )
}
