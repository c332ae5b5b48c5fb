import { getDocumentKind } from '../domain/documents/document-kind.ts'
import type { RequestState } from '../domain/requests/actions.ts'
import { requestStatusLabels } from '../domain/requests/request.ts'
import { Badge } from '../ui/data/badge.tsx'
import { StateBadge } from '../ui/data/state-badge.tsx'

/** Badge of a request's status. Approved requests also show a pending, failed, final or annulled document. */
export function StatusBadge({ of: request }: { of: RequestState }) {
  const { status, documentStatus } = request
  if (status !== 'approved') return <StateBadge {...requestStatusLabels[status]} />
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
  return <StateBadge {...requestStatusLabels[status]} />
}
