import { type DocumentKind, type DocumentKindData, type Finality, getDocumentKind } from '../documents/document-kind.ts'
import type { DocumentSigners } from '../documents/signature-block.ts'
import type { Values } from '../fields/field.ts'
import type { Id, Moment, Sha256 } from '../text/text-types.ts'
import type { Role } from '../users/role.ts'

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

export const documentStatuses = ['none', 'pending', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Role of a user in an action. `decider`: any administrator or, for a request on a route, an approver of its current stage. */
type Actor = 'owner' | 'admin' | 'decider'

interface Transition {
  from: readonly RequestStatus[]
  to: RequestStatus
  by: readonly Actor[]
  /** Actors who must enter a reason. */
  reason: readonly Actor[]
  name: string
  /** Approved requests only: document kinds and statuses that allow the action. */
  documents?: Partial<Record<DocumentKind, readonly DocumentStatus[]>>
}

/** State machine of requests: pages derive their buttons from it, and the server rejects any other action. */
export const requestTransitions = {
  submit: { from: ['draft', 'returned'], to: 'submitted', by: ['owner'], reason: [], name: 'Enviar' },
  approve: { from: ['submitted'], to: 'approved', by: ['decider'], reason: [], name: 'Aprobar' },
  // An approved request can be returned only if its document failed; its numbers stay unchanged.
  return: {
    from: ['submitted', 'approved'],
    to: 'returned',
    by: ['decider'],
    reason: ['decider'],
    name: 'Devolver',
    documents: { preliminary: ['failed'], final: ['failed'] },
  },
  reject: { from: ['submitted'], to: 'rejected', by: ['decider'], reason: ['decider'], name: 'Rechazar' },
  reopen: { from: ['rejected'], to: 'submitted', by: ['admin'], reason: ['admin'], name: 'Reabrir' },
  cancel: {
    from: ['draft', 'submitted', 'returned'],
    to: 'cancelled',
    by: ['owner', 'admin'],
    reason: ['admin'],
    name: 'Anular',
  },
  regenerate: {
    from: ['approved'],
    to: 'approved',
    by: ['admin'],
    reason: [],
    name: 'Generar de nuevo',
    // Annulled documents: only a failed annulment stamp is generated again.
    documents: { preliminary: ['ready', 'failed'], final: ['ready', 'failed'], annulled: ['failed'] },
  },
  issue: {
    from: ['approved'],
    to: 'approved',
    by: ['admin'],
    reason: [],
    name: 'Emitir como definitivo',
    documents: { preliminary: ['pending', 'ready'] },
  },
  annul: {
    from: ['approved'],
    to: 'approved',
    by: ['admin'],
    reason: ['admin'],
    name: 'Anular documento',
    documents: { preliminary: ['pending', 'ready', 'failed'], final: ['pending', 'ready', 'failed'] },
  },
} as const satisfies Record<string, Transition>
export type RequestAction = keyof typeof requestTransitions
export const requestActions = Object.keys(requestTransitions) as RequestAction[]

/** Decisions on a submitted request. */
export const decisionTypes = ['approve', 'return', 'reject'] as const satisfies readonly RequestAction[]

export const decisionsRequiringReason = ['return', 'reject'] as const satisfies readonly RequestAction[]

/** Most frequent reasons by decision. */
export type FrequentReasons = Record<(typeof decisionsRequiringReason)[number], { reason: string }[]>

interface Viewer {
  id: string
  role: Role
  /** True if the user may decide the current stage; absent if the request is at none. */
  decides?: boolean | undefined
}

/** Returns the role in which a user may run an action, or null. The role of requester has priority. */
export function getActorRole(action: RequestAction, asker: Viewer, owner: string): Actor | null {
  const by: readonly Actor[] = requestTransitions[action].by
  if (asker.id === owner && by.includes('owner')) return 'owner'
  if (by.includes('decider')) return (asker.decides ?? asker.role === '_admin') ? 'decider' : null
  return asker.role === '_admin' && by.includes('admin') ? 'admin' : null
}

/** Request state that determines the allowed actions. */
export interface RequestState extends DocumentKindData {
  status: RequestStatus
  documentStatus: DocumentStatus
  step?: number
  decidable?: boolean
}

/** Returns whether the state of a request allows an action. Rights of the user are not checked. */
export function isActionAllowed(action: RequestAction, standing: RequestState): boolean {
  const { from, documents }: Transition = requestTransitions[action]
  const { status, documentStatus } = standing
  if (!from.includes(status)) return false
  if (status !== 'approved' || !documents) return true
  return documents[getDocumentKind(standing) || 'preliminary']?.includes(documentStatus) ?? false
}

/** Returns the actions a user may run now, in table order. */
export function getAllowedActions(standing: RequestState, asker: Viewer, owner: string): RequestAction[] {
  const decides = standing.step ? standing.decidable === true : undefined
  return requestActions.filter(
    (action) => isActionAllowed(action, standing) && getActorRole(action, { ...asker, decides }, owner) !== null,
  )
}

/** Returns whether an action requires a reason from this user; false if the user may not run it. */
export function isReasonRequired(action: RequestAction, asker: Viewer, owner: string): boolean {
  const actor = getActorRole(action, asker, owner)
  const reason: readonly Actor[] = requestTransitions[action].reason
  return actor !== null && reason.includes(actor)
}

export const requestSortFields = ['created', 'number', 'status', 'submittedAt', 'decidedAt', 'summary'] as const

export interface DecisionResult {
  /** Permission to undo the decision within `seconds`. @description Solo con `undoable`: durante estos segundos la decisión se puede deshacer en las páginas, y sus documentos y avisos esperan */
  undo?: { id: Id; seconds: number }
  changed: Id[]
  skipped: { id: Id; code: string; errors?: Record<string, string> }[]
}

/** Item of `GET /api/app/requests`. */
export interface RequestItem {
  id: Id
  /** @description SOL-2026-000123; vacío hasta el primer envío */
  number: string
  format: Id
  formatCode: string
  formatName: string
  owner: Id
  ownerName: string
  batch: Id | ''
  batchNumber: string
  /** Row of the sheet. @description Fila de la hoja, o 0 */
  row: number
  status: RequestStatus
  summary: string
  revision: number
  reason: string
  documentStatus: DocumentStatus
  documentNumber: string
  /** @description Nombre del archivo PDF: /key/api/files/requests/{id}/{document} */
  document: string
  created: Moment
  updated: Moment
  submittedAt: Moment | ''
  decidedAt: Moment | ''
  /** Deadline of the decision; empty if the format sets none. @description Plazo para decidir; vacío si el formato no lo tiene */
  dueAt: Moment | ''
  finality: Finality | ''
  annulledAt: Moment | ''
  /** Current stage of the route, one-based; 0 if the request is at none. @description Paso de su ruta que espera, desde 1; 0 si no espera ninguno */
  step: number
  /** @description Nombre del paso que espera, o vacío */
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
  /** With `mine=decided`: number of requests in which the caller approved only a stage. They do not count as decided. @description Con `mine=decided`: en cuántas solo aprobó un paso, y siguieron */
  passedOn?: number
}

/**
 * Document counts of a list by status, and its printed parts with first and last document number. `parts` is empty if
 * an external backend makes the documents.
 */
export interface BundleParts {
  ready: number
  pending: number
  failed: number
  parts: { first: string; last: string; documents: number }[]
}

/** Replaced document of a request. */
export interface RequestDocument {
  id: Id
  collectionId: string
  request: Id
  number: string
  file: string
  /** Kind stated in the file. @description Lo que el archivo dice de sí mismo */
  kind: DocumentKind
  hash: Sha256 | ''
  /** Time of its replacement. @description Cuándo fue reemplazado */
  created: Moment
}

/** Request record as returned by PocketBase's record API. */
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
  /** Current stage of the route, one-based; 0 if the request is at none. @description Paso de su ruta que espera, desde 1; 0 si no espera ninguno */
  step: number
  values: Values
  summary: string
  revision: number
  reviewer: Id | ''
  reason: string
  submittedAt: Moment | ''
  /** Deadline of the decision; empty if the format sets none. @description Plazo para decidir; vacío si el formato no lo tiene */
  dueAt: Moment | ''
  decidedAt: Moment | ''
  finality: Finality | ''
  annulledAt: Moment | ''
  /** @description Nombre del archivo PDF: /key/api/files/requests/{id}/{document} */
  document: string
  /** Kind stated in the file; it may differ from `finality` and `annulledAt` while a new file is generated. @description Lo que el archivo dice de sí mismo */
  documentKind: DocumentKind | ''
  documentHash: Sha256 | ''
  documentNumber: string
  /** Code for the public verification of the document; assigned together with the number. @description El código con que cualquiera comprueba el documento */
  checkCode: string
  documentStatus: DocumentStatus
  /** Code of `errors.ts`. @description El código del error por el que no se pudo generar, o vacío */
  documentError: string
  documentErrorDetails: Record<string, string> | null
  /** Letterhead of the document; empty until the document is generated. @description Id del membrete del documento, o vacío */
  letterhead: Id | ''
  /** Signers of the document; `null` until the document is generated. @description Quién firmó el documento */
  signers: DocumentSigners | null
  created: Moment
  updated: Moment
}
