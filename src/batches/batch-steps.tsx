import type { Batch, BatchStatus } from '../domain/batches/batch.ts'
import { Stepper } from '../ui/stepper.tsx'

/** The way of a file to its requests, as the screens of a new batch show it. */
export const importSteps = ['Formato y archivo', 'Columnas', 'Filas', 'Envío'] as const

const waiting: readonly BatchStatus[] = ['loaded', 'fixing', 'ready', 'processing', 'interrupted']

/** Where a batch is on that way; a finished one needs no way any more. */
export function BatchSteps({ batch }: { batch: Batch }) {
  if (!waiting.includes(batch.status)) return null
  return <Stepper label="Pasos de un lote" steps={importSteps} current={3} />
}
