import type { Finality } from '../documents/document-kind.ts'
import type { Field, Values } from '../fields/field.ts'
import type { Id, Moment } from '../text/text-types.ts'
import type { RequestStatus } from './request.ts'

/** Format version used by exported requests; versions of one format are sorted newest first. */
export interface ExportVersion {
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
  created: Moment
  submittedAt: Moment | ''
  decidedAt: Moment | ''
  /** Name of the user who decided; only for administrators. @description Solo para administradores */
  reviewerName: string
  documentNumber: string
  finality: Finality | ''
  annulledAt: Moment | ''
  reason: string
  values: Values
}

/**
 * Response of `GET /api/app/requests/export`: a chunk of a list's requests in creation order; with a text search,
 * grouped by requester.
 */
export interface ExportChunk {
  rows: ExportedRequest[]
  /** `after` of the next part; 0 at the end. @description El `after` del tramo siguiente; 0 al final */
  next: number
  /** Total of the list, only in its first part. @description De toda la lista; solo en el primer tramo */
  total: number
  /** @description Las versiones con que se hicieron; solo en el primer tramo */
  versions: ExportVersion[]
}
