import type { ReactNode } from 'react'
import { backupStatusLabels } from '../domain/backups/backup.ts'
import type { Backup } from '../domain/backups/backup-output.ts'
import { errorMessages } from '../domain/errors.ts'
import { formatDateTime } from '../lib/date-format.ts'
import { formatCount, formatFileSize, formatNumber } from '../lib/number-format.ts'
import { Badge } from '../ui/data/badge.tsx'
import { StateBadge } from '../ui/data/state-badge.tsx'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { Stack } from '../ui/page/layout.tsx'

interface Props {
  backups: readonly Backup[]
  actionsOf: (backup: Backup) => ReactNode
}

export function BackupTable({ backups, actionsOf }: Props) {
  const columns: TableColumn<Backup>[] = [
    {
      id: 'created',
      header: 'Fecha',
      card: 'title',
      cell: ({ created, name }) => <time title={name}>{formatDateTime(created)}</time>,
    },
    {
      id: 'status',
      header: 'Estado',
      cell: (backup) => (
        <Stack gap={1}>
          <span>
            <StateBadge {...backupStatusLabels[backup.status]} />
          </span>
          {formatNote(backup) && <span className="text-secondary">{formatNote(backup)}</span>}
          {backup.content?.chain && <HistoryNote backup={backup} />}
        </Stack>
      ),
    },
    { id: 'size', header: 'Tamaño', align: 'end', cell: ({ size }) => (size ? formatFileSize(size) : '—') },
    { id: 'actions', header: 'Acciones', hideHeader: true, align: 'end', cell: actionsOf },
  ]
  return <Table caption="Copias de seguridad" columns={columns} rows={backups} rowId={({ id }) => id} />
}

/** Describes the content of a backup: «340 solicitudes, 12 archivos»; returns the error message if the backup failed. */
function formatNote({ error, content }: Backup): string {
  if (error) return errorMessages[error]
  if (!content) return ''
  const { requests, files, lost } = content
  const has = `${formatCount(requests, 'solicitud', 'solicitudes')}, ${formatCount(files, 'archivo', 'archivos')}`
  return lost ? `${has}; ${formatCount(lost, 'archivo ya faltaba', 'archivos ya faltaban')} en el servidor` : has
}

/** Last hash of the event chain in a backup, with a warning if the current history does not contain the hash. */
function HistoryNote({ backup: { content, otherHistory } }: { backup: Backup }) {
  const { last = 0, hash = '' } = content?.chain ?? {}
  if (otherHistory)
    return (
      <span>
        <Badge tone="danger">Su historial no coincide con el actual</Badge>
      </span>
    )
  return (
    <details className="text-secondary">
      <summary>Detalles técnicos</summary>
      Historial hasta el registro {formatNumber(last)}: <code className="wrap-anywhere">{hash}</code>
    </details>
  )
}
