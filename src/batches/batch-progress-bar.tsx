import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BatchStatus } from '../domain/batches/batch.ts'
import type { Batch } from '../domain/batches/batch-output.ts'
import { queryClient } from '../lib/query-client.ts'
import { Progress } from '../ui/data/progress.tsx'
import { formatProgress, useProgressRate } from './progress-rate.ts'
import { batchProgressQuery } from './queries.ts'

/** Progress bar of a batch that the server is processing. Refetches the batch lists when processing ends. */
export function BatchProgressBar({ batch }: { batch: Batch }) {
  const { data } = useQuery(batchProgressQuery(batch.id, true))
  const { status, createdCount, errorCount, discardedCount } = { ...batch, ...data }
  const sendable = batch.total - errorCount - discardedCount
  const pace = useProgressRate(createdCount)
  const isOver = status !== 'processing' && status !== 'interrupted'
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ['batches'] })
  }, [isOver])
  return (
    <Progress
      label={getProgressLabel(status, data?.code !== undefined)}
      value={createdCount}
      max={Math.max(1, sendable)}
      detail={formatProgress(createdCount, sendable, pace)}
      tone={status === 'interrupted' ? 'amber' : 'seal'}
    />
  )
}

function getProgressLabel(status: BatchStatus, isHeld: boolean): string {
  if (status !== 'interrupted') return 'Creando solicitudes'
  return isHeld ? 'Interrumpido' : 'Interrumpido: se retoma solo en menos de un minuto'
}
