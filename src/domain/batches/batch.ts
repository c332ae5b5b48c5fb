export const batchStatusLabels = {
  loaded: 'Cargado',
  fixing: 'Por corregir',
  ready: 'Listo para enviar',
  processing: 'En proceso',
  completed: 'Completado',
  completed_with_pending: 'Completado con pendientes',
  interrupted: 'Interrumpido',
  cancelled: 'Cancelado',
} as const
export type BatchStatus = keyof typeof batchStatusLabels
export const batchStatuses = Object.keys(batchStatusLabels) as BatchStatus[]

export const rowStatusLabels = {
  valid: 'Lista',
  error: 'Con errores',
  discarded: 'Descartada',
  created: 'Creada',
} as const
export type RowStatus = keyof typeof rowStatusLabels
export const rowStatuses = Object.keys(rowStatusLabels) as RowStatus[]

export const maxBatchRows = 100_000
export const maxSheetColumns = 200
export const maxSheetBytes = 25 * 1024 * 1024
/** Maximum number of rows in a call of `POST /api/app/batches/{id}/rows`. */
export const maxRowsPerChunk = 1_000
