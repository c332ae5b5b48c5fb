import type { DocumentKind, Finality } from '../documents/document-kind.ts'
import type { DocumentSigners } from '../documents/signature-block.ts'
import type { Values } from '../fields/field.ts'
import type { Id, Sha256, Timestamp } from '../text/text-types.ts'

export const requestStatuses = ['draft', 'submitted', 'returned', 'approved', 'rejected', 'cancelled'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export const requestStatusLabels = {
  draft: 'Borrador',
  submitted: 'Enviada',
  returned: 'Devuelta',
  approved: 'Aprobada',
  rejected: 'Rechazada',
  cancelled: 'Anulada',
} as const satisfies Record<RequestStatus, string>

export const requestStatusPluralLabels = {
  draft: 'Borradores',
  submitted: 'Enviadas',
  returned: 'Devueltas',
  approved: 'Aprobadas',
  rejected: 'Rechazadas',
  cancelled: 'Anuladas',
} as const satisfies Record<RequestStatus, string>

export const requestStatusTones = {
  draft: 'neutral',
  submitted: 'info',
  returned: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<RequestStatus, string>

/** Actions with which approvers decide a request or a stage of its route. */
export const decisionTypes = ['approve', 'return', 'reject'] as const
export type DecisionType = (typeof decisionTypes)[number]

/** Most used reasons of the decisions that need one. */
export type FrequentReasons = Record<Exclude<DecisionType, 'approve'>, { reason: string }[]>

export const documentStatuses = ['none', 'pending', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const requestSortFields = ['created', 'number', 'status', 'submittedAt', 'decidedAt', 'summary'] as const

export interface DecisionResult {
  /** Id with which the decision can be undone within `seconds`. @description Solo con `undoable`: durante estos segundos la decisión se puede deshacer en las páginas, y sus documentos y avisos esperan */
  undo?: { id: Id; seconds: number }
  changed: Id[]
  skipped: { id: Id; code: string; errors?: Record<string, string> }[]
}

/** Item of `GET /api/app/requests`. */
export interface RequestItem {
  id: Id
  /** Request number; empty until the first submission. @description SOL-2026-000123; vacío hasta el primer envío */
  number: string
  format: Id
  formatCode: string
  formatName: string
  owner: Id
  ownerName: string
  batch: Id | ''
  batchNumber: string
  /** Row number in the sheet; 0 if the request was not created by a batch. @description Fila de la hoja, o 0 */
  row: number
  status: RequestStatus
  summary: string
  /** Identity number in the summary, or empty. @description El número de documento de `summary`, o vacío */
  idDocument: string
  /** Amount in the summary as displayed, or empty. @description El valor de `summary`, como se muestra, o vacío */
  amount: string
  revision: number
  reason: string
  documentStatus: DocumentStatus
  documentNumber: string
  /** File name of the PDF; empty until the document is generated. @description Nombre del archivo PDF: /key/api/files/requests/{id}/{document} */
  document: string
  created: Timestamp
  updated: Timestamp
  submittedAt: Timestamp | ''
  decidedAt: Timestamp | ''
  /** Deadline of the decision; empty if the format has no deadline. @description Plazo para decidir; vacío si el formato no lo tiene */
  dueAt: Timestamp | ''
  finality: Finality | ''
  annulledAt: Timestamp | ''
  /** One-based position of the current route stage; 0 if the request waits at no stage. @description Paso de su ruta que espera, desde 1; 0 si no espera ninguno */
  step: number
  /** Name of the current route stage; empty if the request is at no stage. @description Nombre del paso que espera, o vacío */
  stepName: string
  /** True if the caller may decide the request now. @description Si la cuenta puede decidirla ahora */
  decidable: boolean
}

export interface PaginatedList<Item> {
  page: number
  perPage: number
  totalItems: number
  totalPages: number
  items: Item[]
}

/** Response of `GET /api/app/requests`. */
export interface RequestPage extends PaginatedList<RequestItem> {
  /** Number of requests in which the caller only approved a stage before the last. Set only with `mine=decided`; those requests do not count as decided. @description Con `mine=decided`: en cuántas solo aprobó un paso, y siguieron */
  passedOn?: number
}

/**
 * Documents of the selected requests: their number by status, and the PDF files into which they can be joined for
 * printing. `parts` is empty if an external service generates the documents.
 */
export interface DocumentPrintSummary {
  ready: number
  pending: number
  failed: number
  parts: { first: string; last: string; documents: number }[]
}

/** Document of a request that was replaced by a newer one. */
export interface RequestDocument {
  id: Id
  collectionId: string
  request: Id
  number: string
  file: string
  /** Kind of document, as stated in the file. @description Lo que el archivo dice de sí mismo */
  kind: DocumentKind
  hash: Sha256 | ''
  /** Time when the document was replaced. @description Cuándo fue reemplazado */
  created: Timestamp
}

/** Request record, as returned by PocketBase's record API. */
export interface Request {
  id: Id
  collectionId: string
  number: string
  format: Id
  formatVersion: Id
  owner: Id
  batch: Id | ''
  row: number
  status: RequestStatus
  /** One-based position of the current route stage; 0 if the request waits at no stage. @description Paso de su ruta que espera, desde 1; 0 si no espera ninguno */
  step: number
  values: Values
  summary: string
  /** Identity number in the summary, or empty. @description El número de documento de `summary`, o vacío */
  idDocument: string
  /** Amount in the summary as displayed, or empty. @description El valor de `summary`, como se muestra, o vacío */
  amount: string
  revision: number
  reviewer: Id | ''
  reason: string
  submittedAt: Timestamp | ''
  /** Deadline of the decision; empty if the format has no deadline. @description Plazo para decidir; vacío si el formato no lo tiene */
  dueAt: Timestamp | ''
  decidedAt: Timestamp | ''
  finality: Finality | ''
  annulledAt: Timestamp | ''
  /** File name of the PDF; empty until the document is generated. @description Nombre del archivo PDF: /key/api/files/requests/{id}/{document} */
  document: string
  /** Kind of document, as stated in the file. Differs from `finality` and `annulledAt` while a new file is being generated. @description Lo que el archivo dice de sí mismo */
  documentKind: DocumentKind | ''
  documentHash: Sha256 | ''
  documentNumber: string
  /** Code with which anyone can verify the document. Assigned together with the document number. @description El código con que cualquiera comprueba el documento */
  checkCode: string
  documentStatus: DocumentStatus
  /** Error code of `errors.ts`, if generating the document failed; otherwise empty. @description El código del error por el que no se pudo generar, o vacío */
  documentError: string
  documentErrorDetails: Record<string, string> | null
  /** Id of the letterhead in the document; empty until the document is generated. @description Id del membrete del documento, o vacío */
  letterhead: Id | ''
  /** Signers of the document; `null` until the document is generated. @description Quién firmó el documento */
  signers: DocumentSigners | null
  created: Timestamp
  updated: Timestamp
}
