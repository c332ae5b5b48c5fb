export const batchStatusLabels = {
  loaded: { label: 'Cargado', tone: 'neutral' },
  fixing: { label: 'Por corregir', tone: 'warning' },
  ready: { label: 'Listo para enviar', tone: 'info' },
  processing: { label: 'En proceso', tone: 'info' },
  completed: { label: 'Completado', tone: 'success' },
  completed_with_pending: { label: 'Completado con pendientes', tone: 'warning' },
  interrupted: { label: 'Interrumpido', tone: 'warning' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
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
