import { Link } from '@tanstack/react-router'
import type { Request } from '../../domain/requests/request.ts'
import { formatDate, formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { StatusBadge } from '../status-badge.tsx'
import s from './request-metadata.module.css'

/** Formats a deadline as its last day, because it ends at midnight. */
function formatDeadline(dueAt: string): string {
  const end = Date.parse(dueAt.replace(' ', 'T'))
  return `${end > Date.now() ? 'Vence' : 'Venció'} el ${formatDate(new Date(end - 1).toISOString())}`
}

export function RequestMetadata({ request }: { request: Request }) {
  const { created, status, submittedAt, dueAt, decidedAt, annulledAt, revision, batch, row } = request
  return (
    <ul className={s.facts}>
      <li>
        <StatusBadge of={request} />
      </li>
      <li>{submittedAt ? `Enviada ${formatDateTime(submittedAt)}` : `Creada ${formatDateTime(created)}`}</li>
      {status === 'submitted' && dueAt && <li>{formatDeadline(dueAt)}</li>}
      {decidedAt && <li>{`Decidida ${formatDateTime(decidedAt)}`}</li>}
      {annulledAt && <li>{`Documento anulado ${formatDateTime(annulledAt)}`}</li>}
      {revision > 0 && <li>{`Corregida ${formatCount(revision, 'vez', 'veces')}`}</li>}
      {batch && (
        <li>
          <Link to="/app/request/batch/$batchId" params={{ batchId: batch }}>
            {`Fila ${row} de un lote`}
          </Link>
        </li>
      )}
    </ul>
  )
}
