import { type BatchStatus, batchStatusLabels } from '../domain/batches/batch.ts'
import { Badge, type BadgeTone } from '../ui/data/badge.tsx'

const tones = {
  loaded: 'neutral',
  fixing: 'warning',
  ready: 'info',
  processing: 'info',
  completed: 'success',
  completed_with_pending: 'warning',
  interrupted: 'warning',
  cancelled: 'neutral',
} as const satisfies Record<BatchStatus, BadgeTone>

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  return <Badge tone={tones[status]}>{batchStatusLabels[status]}</Badge>
}
