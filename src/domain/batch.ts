import type { Values } from './field.ts'

export const batchStatuses = [
  'loaded',
  'fixing',
  'ready',
  'processing',
  'completed',
  'completed_with_pending',
  'interrupted',
  'cancelled',
] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const batchStatusNames = {
  loaded: 'Cargado',
  fixing: 'Por corregir',
  ready: 'Listo para enviar',
  processing: 'En proceso',
  completed: 'Completado',
  completed_with_pending: 'Completado con pendientes',
  interrupted: 'Interrumpido',
  cancelled: 'Cancelado',
} as const satisfies Record<BatchStatus, string>

export const rowStatuses = ['valid', 'error', 'discarded', 'created'] as const
export type RowStatus = (typeof rowStatuses)[number]

export const rowStatusNames = {
  valid: 'Lista',
  error: 'Con errores',
  discarded: 'Descartada',
  created: 'Creada',
} as const satisfies Record<RowStatus, string>

export const maxRows = 100_000
export const maxColumns = 200
export const maxFileBytes = 25 * 1024 * 1024
/** Rows in one call of `POST /api/app/batches/{id}/rows`. */
export const maxPortion = 1_000

export interface Batch {
  id: string
  number: string
  format: string
  formatVersion: string
  owner: string
  fileName: string
  fileHash: string
  status: BatchStatus
  total: number
  createdCount: number
  errorCount: number
  discardedCount: number
  finishedAt: string
  created: string
  updated: string
}

export interface BatchRow {
  id: string
  batch: string
  row: number
  status: RowStatus
  values: Values
  /** Key of a field (`*` for the whole row) to the code of its error. */
  errors: Record<string, string>
  warnings: Record<string, string>
  request: string
}

export interface BatchProgress {
  status: BatchStatus
  total: number
  createdCount: number
  errorCount: number
  discardedCount: number
  startedAt: string
  finishedAt: string
}

export interface PortionOutcome {
  valid: number
  errors: { row: number; errors: Record<string, string> }[]
}
