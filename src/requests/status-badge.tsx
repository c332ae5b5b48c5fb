import { getDocumentKind } from '../domain/documents/document-kind.ts'
import { type RequestStatus, requestStatusLabels } from '../domain/requests/request.ts'
import type { RequestState } from '../domain/requests/request-transitions.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'

const tones = {
  draft: 'neutral',
  submitted: 'info',
  returned: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<RequestStatus, BadgeTone>

/** Badge of a request's status. Approved requests also show a pending, failed, final or annulled document. */
export function StatusBadge({ of: request }: { of: RequestState }) {
  const { status, documentStatus } = request
  if (status !== 'approved') return <Badge tone={tones[status]}>{requestStatusLabels[status]}</Badge>
  const kind = getDocumentKind(request)
  if (kind === 'annulled')
    return (
      <Badge tone="danger" icon="reject">
        Documento anulado
      </Badge>
    )
  if (documentStatus === 'failed')
    return (
      <Badge tone="danger" icon="alert">
        Documento con error
      </Badge>
    )
  if (documentStatus === 'pending')
    return (
      <Badge tone="success" icon="clock">
        Generando el documento
      </Badge>
    )
  if (kind === 'final')
    return (
      <Badge tone="success" icon="approve">
        Documento definitivo
      </Badge>
    )
  return <Badge tone={tones[status]}>{requestStatusLabels[status]}</Badge>
}
