import { useQuery } from '@tanstack/react-query'
import type { Batch } from '../domain/batch.ts'
import { Progress } from '../ui/progress.tsx'
import { paceOf } from './pace.ts'
import { batchProgress } from './queries.ts'

/** How far the server is; it goes on whether or not anybody looks. */
export function BatchProgressBar({ batch }: { batch: Batch }) {
  const running = batch.status === 'processing' || batch.status === 'interrupted'
  const { data } = useQuery(batchProgress(batch.id, running))
  const { createdCount, errorCount, discardedCount, startedAt } = { startedAt: '', ...batch, ...data }
  const sendable = batch.total - errorCount - discardedCount
  return (
    <Progress
      label={
        batch.status === 'interrupted' ? 'Interrumpido: se retoma solo en menos de un minuto' : 'Creando solicitudes'
      }
      value={createdCount}
      max={Math.max(1, sendable)}
      detail={paceOf(createdCount, sendable, startedAt)}
      tone={batch.status === 'interrupted' ? 'amber' : 'seal'}
    />
  )
}
