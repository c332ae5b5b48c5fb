import type { Finality } from '../documents/document-kind.ts'
import type { Field, Values } from '../fields/field.ts'
import type { Id, Timestamp } from '../text/text-types.ts'
import type { RequestStatus } from './request.ts'

/** Format version of exported requests. Versions of the same format are sorted from newest to oldest. */
export interface ExportedFormatVersion {
  id: Id
  version: number
  format: Id
  code: string
  name: string
  fields: Field[]
}

export interface ExportedRequest {
  number: string
  status: RequestStatus
  format: Id
  formatCode: string
  formatName: string
  formatVersion: Id
  summary: string
  ownerName: string
  batchNumber: string
  row: number
  created: Timestamp
  submittedAt: Timestamp | ''
  decidedAt: Timestamp | ''
  /** Name of the user who decided; only for administrators. @description Solo para administradores */
  reviewerName: string
  documentNumber: string
  finality: Finality | ''
  annulledAt: Timestamp | ''
  reason: string
  values: Values
}

/**
 * Response of `GET /api/app/requests/export`: a chunk of the requests in a list, by creation time. If the list has a text search, requests are
 * grouped by requester.
 */
export interface RequestExportChunk {
  rows: ExportedRequest[]
  /** `after` parameter of the next chunk; 0 after the last chunk. @description El `after` del tramo siguiente; 0 al final */
  next: number
  /** Total number of requests in the list. Only in the first chunk. @description De toda la lista; solo en el primer tramo */
  total: number
  /** Format versions of the exported requests. Only in the first chunk. @description Las versiones con que se hicieron; solo en el primer tramo */
  versions: ExportedFormatVersion[]
}
