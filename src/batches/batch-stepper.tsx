import type { Batch, BatchStatus } from '../domain/batches/batch.ts'
import { Stepper } from '../ui/stepper.tsx'

/** Steps from a file to its requests, as shown in the stepper. */
export const importStepLabels = ['Formato y archivo', 'Columnas', 'Filas', 'Envío'] as const

const waiting: readonly BatchStatus[] = ['loaded', 'fixing', 'ready', 'processing', 'interrupted']

/** Stepper of a stored batch; shows the last import step, or nothing if the batch is finished. */
export function BatchStepper({ batch }: { batch: Batch }) {
  if (!waiting.includes(batch.status)) return null
  return <Stepper label="Pasos de un lote" steps={importStepLabels} current={3} />
}
