import { Link } from '@tanstack/react-router'
import { externalOwnerId } from '../../domain/external/external-owner.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { getLocalDay, getTimeZone, type TimeZoneSettings } from '../../domain/time/local-time.ts'
import { formatDate, formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { useUser } from '../../session/use-user.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { StatusBadge } from '../status-badge.tsx'
import s from './request-metadata.module.css'

/** Formats a deadline as its last day in the organisation's time zone, because it ends at midnight there. */
function formatDeadline(dueAt: string, settings: TimeZoneSettings): string {
  const end = Date.parse(dueAt.replace(' ', 'T'))
  const day = getLocalDay(getTimeZone(settings), end - 1)
  return `${end > Date.now() ? 'Vence' : 'Venció'} el ${formatDate(`${day}T12:00`)}`
}

interface Props {
  request: Request
  settings: TimeZoneSettings | undefined
}

export function RequestMetadata({ request, settings = {} }: Props) {
  const { role } = useUser()
  const { owner, created, status, privacy, submittedAt, dueAt, decidedAt, annulledAt, revision, batch, row } = request
  return (
    <ul className={s.facts}>
      <li>
        <StatusBadge of={request} />
      </li>
      {owner === externalOwnerId && (
        <li>
          <Badge>Externa</Badge>
        </li>
      )}
      {privacy === 'anonymized' && (
        <li>
          <Badge icon="trash">Anonimizada</Badge>
        </li>
      )}
      {privacy === 'held' && role === '_admin' && (
        <li>
          <Badge tone="warning" icon="shield">
            No borrar
          </Badge>
        </li>
      )}
      <li>{submittedAt ? `Enviada ${formatDateTime(submittedAt)}` : `Creada ${formatDateTime(created)}`}</li>
      {status === 'submitted' && dueAt && <li>{formatDeadline(dueAt, settings)}</li>}
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
