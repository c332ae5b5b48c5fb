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

export const batchStatusLabels = {
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

export const rowStatusLabels = {
  valid: 'Lista',
  error: 'Con errores',
  discarded: 'Descartada',
  created: 'Creada',
} as const satisfies Record<RowStatus, string>

export const maxBatchRows = 100_000
export const maxSheetColumns = 200
export const maxSheetBytes = 25 * 1024 * 1024
/** Maximum number of rows in a call of `POST /api/app/batches/{id}/rows`. */
export const maxRowsPerChunk = 1_000
