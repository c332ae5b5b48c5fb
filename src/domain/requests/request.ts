import { type DocumentKind, documentKindOf, type Finality, type Kinded } from '../documents/document-kind.ts'
import type { KeptSigners } from '../documents/signing.ts'
import type { Values } from '../fields/field.ts'
import type { Id, Moment, Sha256 } from '../text/text-types.ts'
import type { Role } from '../users/role.ts'

export const requestStatuses = ['draft', 'submitted', 'returned', 'approved', 'rejected', 'cancelled'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export const requestStatusNames = {
  draft: 'Borrador',
  submitted: 'Enviada',
  returned: 'Devuelta',
  approved: 'Aprobada',
  rejected: 'Rechazada',
  cancelled: 'Anulada',
} as const satisfies Record<RequestStatus, string>

/** Of several. */
export const requestStatusPlurals = {
  draft: 'Borradores',
  submitted: 'Enviadas',
  returned: 'Devueltas',
  approved: 'Aprobadas',
  rejected: 'Rechazadas',
  cancelled: 'Anuladas',
} as const satisfies Record<RequestStatus, string>

export const documentStatuses = ['none', 'pending', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Who decides is any administrator or, at a step of a route, whoever's step it is. */
type Actor = 'owner' | 'admin' | 'decider'

interface Step {
  from: readonly RequestStatus[]
  to: RequestStatus
  by: readonly Actor[]
  /** Who must give a reason. */
  reason: readonly Actor[]
  name: string
  /** Of what was approved: which documents, and how far they have to be made. */
  documents?: Partial<Record<DocumentKind, readonly DocumentStatus[]>>
}

/** The whole life of a request: buttons map over it, the server refuses what it lacks. */
export const requestSteps = {
  submit: { from: ['draft', 'returned'], to: 'submitted', by: ['owner'], reason: [], name: 'Enviar' },
  approve: { from: ['submitted'], to: 'approved', by: ['decider'], reason: [], name: 'Aprobar' },
  // What was approved goes back only where no document could be made of it; it keeps its numbers.
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
    // Of what is annulled only the stamp that could not be put is tried again.
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
} as const satisfies Record<string, Step>
export type RequestAction = keyof typeof requestSteps
export const requestActions = Object.keys(requestSteps) as RequestAction[]

/** What is decided of a request that waits. */
export const decisions = ['approve', 'return', 'reject'] as const satisfies readonly RequestAction[]

/** Those of them that are never taken without a reason. */
export const reasonedDecisions = ['return', 'reject'] as const satisfies readonly RequestAction[]

/** Somebody whose page shows a request now. */
export interface Present {
  id: Id
  name: string
}

/** What is written most often as the reason of a decision. */
export type UsualReasons = Record<(typeof reasonedDecisions)[number], { reason: string }[]>

interface Asker {
  id: string
  role: Role
  /** Whether he may decide the step at which the request stands; left out where it stands at none. */
  decides?: boolean | undefined
}

/** The hat under which somebody may take a step of a request, or null: the owner's own hat comes first. */
export function actorFor(action: RequestAction, asker: Asker, owner: string): Actor | null {
  const by: readonly Actor[] = requestSteps[action].by
  if (asker.id === owner && by.includes('owner')) return 'owner'
  if (by.includes('decider')) return (asker.decides ?? asker.role === '_admin') ? 'decider' : null
  return asker.role === '_admin' && by.includes('admin') ? 'admin' : null
}

/** Where a request stands, as far as its steps ask. */
export interface Standing extends Kinded {
  status: RequestStatus
  documentStatus: DocumentStatus
  /** Of its route; 0 or left out where it stands at none. */
  step?: number
  /** Whether whoever asks may decide that step. */
  decidable?: boolean
}

/** Whether a step leads on from where a request stands. */
export function isOpenTo(action: RequestAction, standing: Standing): boolean {
  const { from, documents }: Step = requestSteps[action]
  const { status, documentStatus } = standing
  if (!from.includes(status)) return false
  if (status !== 'approved' || !documents) return true
  return documents[documentKindOf(standing) || 'preliminary']?.includes(documentStatus) ?? false
}

/** The steps that somebody may take now, in the order of the table. */
export function stepsFor(standing: Standing, asker: Asker, owner: string): RequestAction[] {
  const decides = standing.step ? standing.decidable === true : undefined
  return requestActions.filter(
    (action) => isOpenTo(action, standing) && actorFor(action, { ...asker, decides }, owner) !== null,
  )
}

/** Whether a step asks this person for a reason; false for a step that he may not take. */
export function needsReason(action: RequestAction, asker: Asker, owner: string): boolean {
  const actor = actorFor(action, asker, owner)
  const reason: readonly Actor[] = requestSteps[action].reason
  return actor !== null && reason.includes(actor)
}

export const requestSorts = ['created', 'number', 'status', 'submittedAt', 'decidedAt', 'summary'] as const

export interface DecisionOutcome {
  /** Permission to undo the decision within `seconds`. @description Solo con `undoable`: durante estos segundos la decisión se puede deshacer en las páginas, y sus documentos y avisos esperan */
  undo?: { id: Id; seconds: number }
  changed: Id[]
  skipped: { id: Id; code: string; errors?: Record<string, string> }[]
}

/** One row of `GET /api/app/requests`. */
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
  /** Current step of the route, one-based; 0 if the request is at none. @description Paso de su ruta que espera, desde 1; 0 si no espera ninguno */
  step: number
  /** @description Nombre del paso que espera, o vacío */
  stepName: string
  /** Whether the caller may decide the request now. @description Si la cuenta puede decidirla ahora */
  decidable: boolean
}

export interface Page<Item> {
  page: number
  perPage: number
  totalItems: number
  totalPages: number
  items: Item[]
}

/** Answer of `GET /api/app/requests`. */
export interface RequestPage extends Page<RequestItem> {
  /** With `mine=decided`: requests of which the caller approved only a step. They are not counted as decided. @description Con `mine=decided`: en cuántas solo aprobó un paso, y siguieron */
  passedOn?: number
}

/** How many documents of a list stand where, and its printed parts, each from one number to another; none where a service makes them. */
export interface PrintedParts {
  ready: number
  pending: number
  failed: number
  parts: { first: string; last: string; documents: number }[]
}

/** A document made before the present one of its request. */
export interface RequestDocument {
  id: Id
  collectionId: string
  request: Id
  number: string
  file: string
  /** Kind that the file states. @description Lo que el archivo dice de sí mismo */
  kind: DocumentKind
  hash: Sha256 | ''
  /** Time of its replacement. @description Cuándo fue reemplazado */
  created: Moment
}

/** A stored request, as PocketBase's own record calls give it. */
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
  /** Current step of the route, one-based; 0 if the request is at none. @description Paso de su ruta que espera, desde 1; 0 si no espera ninguno */
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
  /** Kind that the file states. It is older than `finality` and `annulledAt` while a new file is made. @description Lo que el archivo dice de sí mismo */
  documentKind: DocumentKind | ''
  documentHash: Sha256 | ''
  documentNumber: string
  /** Code for the public check of the document; assigned with the number. @description El código con que cualquiera comprueba el documento */
  checkCode: string
  documentStatus: DocumentStatus
  /** Code of `errors.ts`. @description El código del error por el que no se pudo generar, o vacío */
  documentError: string
  documentErrorDetails: Record<string, string> | null
  /** Letterhead of the document; empty before the document is made. @description Id del membrete del documento, o vacío */
  letterhead: Id | ''
  /** Signers of the document; `null` before the document is made. @description Quién firmó el documento */
  signers: KeptSigners | null
  created: Moment
  updated: Moment
}
