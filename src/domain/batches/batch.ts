import type { Values } from '../fields/field.ts'
import type { RequestStatus } from '../requests/request.ts'
import type { Id, Sha256, Timestamp } from '../text/text-types.ts'
import type { RejectedCells } from './rejected-cells.ts'

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

/** Earlier batch with the same file and format. */
export interface PreviousBatch {
  id: Id
  number: string
  ownerName: string
  created: Timestamp
}

export interface Batch {
  id: Id
  number: string
  format: Id
  formatVersion: Id
  owner: Id
  fileName: string
  fileHash: Sha256
  status: BatchStatus
  total: number
  createdCount: number
  errorCount: number
  discardedCount: number
  finishedAt: Timestamp | ''
  /** Keys of the fields that lists fill if a row leaves them empty; `null` if there are none. @description Los datos que trae una lista por su clave */
  joined: string[] | null
  created: Timestamp
  updated: Timestamp
}

export interface BatchRow {
  id: Id
  batch: Id
  row: number
  status: RowStatus
  values: Values
  wrong: RejectedCells
  /** Error code by key of the field; key `*` for the whole row. */
  errors: Record<string, string>
  warnings: Record<string, string>
  request: Id | ''
}

export interface BatchProgress {
  status: BatchStatus
  total: number
  createdCount: number
  errorCount: number
  discardedCount: number
  startedAt: Timestamp | ''
  finishedAt: Timestamp | ''
  /** Reason why the batch does not continue, if its owner is inactive. @description Por qué no sigue */
  code?: 'batch.ownerInactive'
}

/** Result of a row in `GET /api/app/batches/{id}/outcomes`. `number` and `requestStatus` are empty if the row has no request. */
export interface BatchRowResult {
  row: number
  status: RowStatus
  number: string
  requestStatus: RequestStatus | ''
  /** Values of the row as JSON. Only if the query parameter `values` is set. @description JSON, si se pide con `values` */
  values?: string
  /** Original texts of the invalid cells as JSON. Only if `values` is set. @description JSON, si se pide con `values` */
  wrong?: string
  /** Error codes by field key as JSON. Only if `values` is set. @description JSON, si se pide con `values` */
  errors?: string
}

export interface RowChunkResult {
  valid: number
  errors: { row: number; errors: Record<string, string> }[]
}
