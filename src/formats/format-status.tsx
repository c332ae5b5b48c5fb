import type { Format } from '../domain/format.ts'
import { formatStatusNames } from '../domain/format-status.ts'
import { Badge } from '../ui/badge.tsx'

const tones = { draft: 'warning', published: 'success', archived: 'neutral' } as const

export function FormatStatusBadge({ status, edited }: Pick<Format, 'status' | 'edited'>) {
  return (
    <>
      <Badge tone={tones[status]}>{formatStatusNames[status]}</Badge>{' '}
      {edited && <Badge tone="warning">Con cambios sin publicar</Badge>}
    </>
  )
}
