import type { Format } from '../domain/formats/format.ts'
import { formatStatusLabels } from '../domain/formats/format-status.ts'
import { Badge } from '../ui/data/badge.tsx'

const tones = { draft: 'warning', published: 'success', archived: 'neutral' } as const

export function FormatStatusBadge({ status, edited }: Pick<Format, 'status' | 'edited'>) {
  return (
    <>
      <Badge tone={tones[status]}>{formatStatusLabels[status]}</Badge>{' '}
      {edited && <Badge tone="warning">Con cambios sin publicar</Badge>}
    </>
  )
}
