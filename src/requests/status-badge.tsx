import { type DocumentStatus, type RequestStatus, requestStatusNames } from '../domain/request.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones = {
  draft: 'neutral',
  submitted: 'info',
  returned: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<RequestStatus, Tone>

interface Props {
  status: RequestStatus
  document?: DocumentStatus
}

/** The state in words; an approved request also says when its document is not there. */
export function StatusBadge({ status, document }: Props) {
  if (status === 'approved' && document === 'failed')
    return (
      <Badge tone="danger" icon="alert">
        Documento sin hacer
      </Badge>
    )
  if (status === 'approved' && document === 'pending')
    return (
      <Badge tone="success" icon="clock">
        Haciendo el documento
      </Badge>
    )
  return <Badge tone={tones[status]}>{requestStatusNames[status]}</Badge>
}
