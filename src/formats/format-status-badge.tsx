import type { Format } from '../domain/formats/format.ts'
import { formatStatusLabels } from '../domain/formats/format-status.ts'
import { Badge } from '../ui/data/badge.tsx'
import { StateBadge } from '../ui/data/state-badge.tsx'

export function FormatStatusBadge({ status, edited }: Pick<Format, 'status' | 'edited'>) {
  return (
    <>
      <StateBadge {...formatStatusLabels[status]} /> {edited && <Badge tone="warning">Con cambios sin publicar</Badge>}
    </>
  )
}
