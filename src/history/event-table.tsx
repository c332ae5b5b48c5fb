import type { ReactNode } from 'react'
import type { EventEntry } from '../domain/history/event.ts'
import { describeEvent } from '../domain/history/event-labels.ts'
import { formatDateTime } from '../lib/date-format.ts'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { EventDetails } from './event-details.tsx'
import s from './event-table.module.css'

interface Props {
  lines: readonly EventEntry[]
  aboutOf: (line: EventEntry) => ReactNode
  busy: boolean
}

export function EventTable({ lines, aboutOf, busy }: Props) {
  const columns: TableColumn<EventEntry>[] = [
    {
      id: 'when',
      header: 'Cuándo',
      width: '11rem',
      cell: ({ created }) => (
        <time dateTime={created} className="nowrap">
          {formatDateTime(created)}
        </time>
      ),
    },
    {
      id: 'what',
      header: 'Qué pasó',
      card: 'title',
      cell: (line) => (
        <span>
          <strong>{line.actorName || 'El sistema'}</strong> {describeEvent(line)}
        </span>
      ),
    },
    {
      id: 'about',
      header: 'Sobre qué',
      width: '10rem',
      cell: (line) => <span className={s.about}>{aboutOf(line)}</span>,
    },
    { id: 'details', header: 'Detalles', cell: (line) => <EventDetails event={line} /> },
  ]
  return <Table caption="Historial" columns={columns} rows={lines} rowId={({ id }) => id} busy={busy} />
}
