import type { Finality } from '../documents/document-kind.ts'
import type { Field, Values } from '../fields/field.ts'
import type { RequestStatus } from './request.ts'

/** A version of a format by which some of the exported requests were made; of one format the newest first. */
export interface ExportVersion {
  id: string
  version: number
  format: string
  code: string
  name: string
  fields: Field[]
}

export interface ExportedRequest {
  number: string
  status: RequestStatus
  format: string
  formatCode: string
  formatName: string
  formatVersion: string
  summary: string
  ownerName: string
  batchNumber: string
  row: number
  created: string
  submittedAt: string
  decidedAt: string
  /** Who decided it, told to administrators alone. */
  reviewerName: string
  documentNumber: string
  finality: Finality | ''
  annulledAt: string
  reason: string
  values: Values
}

/** What `GET /api/app/requests/export` answers: some of a list's requests, in the order in which they were made; found by words, owner by owner. */
export interface ExportPortion {
  rows: ExportedRequest[]
  /** What to ask for `after`; 0 at the end. */
  next: number
  /** Of the whole list; with its first portion alone. */
  total: number
  versions: ExportVersion[]
}
