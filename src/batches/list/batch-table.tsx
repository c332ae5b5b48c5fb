import { Link } from '@tanstack/react-router'
import { batchStatusLabels } from '../../domain/batches/batch.ts'
import { formatDateTime, formatTimeAgo } from '../../lib/date-format.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { StateBadge } from '../../ui/data/state-badge.tsx'
import { Table, type TableColumn } from '../../ui/data/table.tsx'
import type { ListedBatch } from '../queries.ts'
import s from './batch-table.module.css'

interface Props {
  batches: readonly ListedBatch[]
  formatName: (id: string) => string
  withOwners: boolean
  busy: boolean
}

export function BatchTable({ batches, formatName, withOwners, busy }: Props) {
  const columns: TableColumn<ListedBatch>[] = [
    {
      id: 'number',
      header: 'Lote',
      card: 'title',
      cell: ({ id, number, fileName }) => (
        <span className={s.batch}>
          <Link to="/app/request/batch/$batchId" params={{ batchId: id }}>
            {number}
          </Link>
          <span className="text-tertiary wrap-anywhere">{fileName}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Estado',
      card: 'status',
      cell: ({ status }) => <StateBadge {...batchStatusLabels[status]} />,
    },
    { id: 'format', header: 'Formato', card: 'text', cell: ({ format }) => formatName(format) },
    ...(withOwners
      ? [
          {
            id: 'owner',
            header: 'Solicitante',
            card: 'meta' as const,
            cell: ({ expand }: ListedBatch) => expand?.owner?.name ?? '—',
          },
        ]
      : []),
    { id: 'rows', header: 'Filas', align: 'end', cell: ({ total }) => formatNumber(total) },
    {
      id: 'errors',
      header: 'Con errores',
      align: 'end',
      cell: ({ errorCount }) => (errorCount ? formatNumber(errorCount) : '—'),
    },
    {
      id: 'created',
      header: 'Cargado',
      card: 'meta',
      cell: ({ created }) => <time title={formatDateTime(created)}>{formatTimeAgo(created)}</time>,
    },
  ]
  return <Table caption="Lotes" columns={columns} rows={batches} rowId={({ id }) => id} busy={busy} />
}
