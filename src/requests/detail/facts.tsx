import { Link } from '@tanstack/react-router'
import type { Request } from '../../domain/requests/request.ts'
import { countOf } from '../../lib/count.ts'
import { momentOf } from '../../lib/when.ts'
import { StatusBadge } from '../status-badge.tsx'
import s from './facts.module.css'

/** Row with a request's status, dates, revision and batch. */
export function Facts({ request }: { request: Request }) {
  const { created, status, submittedAt, dueAt, decidedAt, annulledAt, revision, batch, row } = request
  return (
    <ul className={s.facts}>
      <li>
        <StatusBadge of={request} />
      </li>
      <li>{`Creada ${momentOf(created)}`}</li>
      {submittedAt && <li>{`Enviada ${momentOf(submittedAt)}`}</li>}
      {status === 'submitted' && dueAt && (
        <li>{`${Date.parse(dueAt.replace(' ', 'T')) > Date.now() ? 'Vence' : 'Venció'} ${momentOf(dueAt)}`}</li>
      )}
      {decidedAt && <li>{`Decidida ${momentOf(decidedAt)}`}</li>}
      {annulledAt && <li>{`Documento anulado ${momentOf(annulledAt)}`}</li>}
      {revision > 0 && <li>{`Corregida ${countOf(revision, 'vez', 'veces')}`}</li>}
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
