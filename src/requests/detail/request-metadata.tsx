import { Link } from '@tanstack/react-router'
import type { Request } from '../../domain/requests/request.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { StatusBadge } from '../status-badge.tsx'
import s from './request-metadata.module.css'

export function RequestMetadata({ request }: { request: Request }) {
  const { created, status, submittedAt, dueAt, decidedAt, annulledAt, revision, batch, row } = request
  return (
    <ul className={s.facts}>
      <li>
        <StatusBadge of={request} />
      </li>
      <li>{submittedAt ? `Enviada ${formatDateTime(submittedAt)}` : `Creada ${formatDateTime(created)}`}</li>
      {status === 'submitted' && dueAt && (
        <li>{`${Date.parse(dueAt.replace(' ', 'T')) > Date.now() ? 'Vence' : 'Venció'} ${formatDateTime(dueAt)}`}</li>
      )}
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
