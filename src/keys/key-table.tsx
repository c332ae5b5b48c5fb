import { shortDate } from '../domain/date.ts'
import { type Key, keyScopeNames } from '../domain/key-scope.ts'
import { momentNear, momentOf } from '../lib/when.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-head.tsx'
import s from './key-table.module.css'

interface Props {
  keys: readonly Key[]
  onRevoke: (key: Key) => void
}

export function KeyTable({ keys, onRevoke }: Props) {
  const columns: TableColumn<Key>[] = [
    {
      id: 'name',
      header: 'Nombre',
      card: 'title',
      cell: ({ name, hint }) => (
        <Stack gap={1}>
          <strong>{name}</strong>
          <code className={s.note}>{hint}…</code>
        </Stack>
      ),
    },
    {
      id: 'scopes',
      header: 'Alcance',
      cell: ({ scopes }) => scopes.map((scope) => keyScopeNames[scope]).join(', '),
    },
    {
      id: 'user',
      header: 'Actúa como',
      cell: ({ userName, createdByName, created }) => (
        <Stack gap={1}>
          <span>{userName}</span>
          <span className={s.note}>
            La creó {createdByName}, {momentNear(created)}
          </span>
        </Stack>
      ),
    },
    { id: 'expires', header: 'Vence', cell: ({ expires }) => (expires ? shortDate(expires) : 'No vence') },
    { id: 'lastUsed', header: 'Último uso', cell: ({ lastUsed }) => (lastUsed ? momentOf(lastUsed) : 'Sin uso') },
    {
      id: 'actions',
      header: 'Acciones',
      hideHeader: true,
      align: 'end',
      cell: (key) =>
        stateOf(key) ?? (
          <Button size="s" onClick={() => onRevoke(key)} aria-label={`Revocar la clave ${key.name}`}>
            Revocar
          </Button>
        ),
    },
  ]
  return <Table caption="Claves para programas" columns={columns} rows={keys} rowId={({ id }) => id} />
}

/** Of one that opens nothing any more. */
function stateOf({ revoked, isOver }: Key) {
  if (revoked) return <Badge tone="neutral">Revocada</Badge>
  return isOver ? <Badge tone="warning">Vencida</Badge> : undefined
}
