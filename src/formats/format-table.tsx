import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Format } from '../domain/formats/format.ts'
import { formatDateTime, formatTimeAgo } from '../lib/date-format.ts'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { FormatStatusBadge } from './format-status-badge.tsx'

interface Props {
  formats: readonly Format[]
  actionsOf: (format: Format) => ReactNode
}

export function FormatTable({ formats, actionsOf }: Props) {
  const columns: TableColumn<Format>[] = [
    { id: 'code', header: 'Código', width: '5rem', card: 'meta', cell: (format) => format.code },
    {
      id: 'name',
      header: 'Nombre',
      card: 'title',
      cell: (format) => (
        <Link to="/app/format/$formatId" params={{ formatId: format.id }}>
          {format.name}
        </Link>
      ),
    },
    { id: 'category', header: 'Categoría', card: 'meta', cell: (format) => format.category },
    { id: 'review', header: 'Revisión', cell: (format) => (format.requiresReview ? 'Sí' : 'No') },
    { id: 'status', header: 'Estado', card: 'status', cell: (format) => <FormatStatusBadge {...format} /> },
    {
      id: 'updated',
      header: 'Último cambio',
      card: 'meta',
      cell: (format) => <time title={formatDateTime(format.updated)}>{formatTimeAgo(format.updated)}</time>,
    },
    { id: 'actions', header: 'Acciones', hideHeader: true, align: 'end', cell: actionsOf },
  ]
  return <Table caption="Formatos" columns={columns} rows={formats} rowId={(format) => format.id} />
}
