import { type DocumentKind, documentKindOf, type Finality, type Kinded } from '../documents/document-kind.ts'
import type { KeptSigners } from '../documents/signing.ts'
import type { Values } from '../fields/field.ts'
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
  id: string
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
  /** With which it can be taken back for so many seconds. */
  undo?: { id: string; seconds: number }
  changed: string[]
  skipped: { id: string; code: string }[]
}

/** One row of `GET /api/app/requests`. */
export interface RequestItem {
  id: string
  number: string
  format: string
  formatCode: string
  formatName: string
  owner: string
  ownerName: string
  batch: string
  batchNumber: string
  row: number
  status: RequestStatus
  summary: string
  revision: number
  reason: string
  documentStatus: DocumentStatus
  documentNumber: string
  document: string
  created: string
  updated: string
  submittedAt: string
  decidedAt: string
  /** Until when a decision is due; empty where its format has no time. */
  dueAt: string
  finality: Finality | ''
  annulledAt: string
  /** Of its route, from 1; 0 where it stands at none. */
  step: number
  stepName: string
  /** Whether whoever asks may decide it now. */
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
  /** With `mine=decided`: requests of which the person approved only a step, after which they went on. They are not counted as decided. */
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
  id: string
  collectionId: string
  request: string
  number: string
  file: string
  /** What it said of itself. */
  kind: DocumentKind
  /** SHA-256 in hexadecimal. */
  hash: string
  /** When another took its place. */
  created: string
}

/** A stored request, as PocketBase's own record calls give it. */
export interface Request {
  id: string
  collectionId: string
  number: string
  format: string
  formatVersion: string
  owner: string
  batch: string
  row: number
  status: RequestStatus
  /** Of its route, from 1; 0 where it stands at none. */
  step: number
  values: Values
  summary: string
  revision: number
  reviewer: string
  reason: string
  submittedAt: string
  /** Until when it is to be decided; empty where its format says nothing. */
  dueAt: string
  decidedAt: string
  finality: Finality | ''
  annulledAt: string
  document: string
  /** What the file says of itself: behind `finality` and `annulledAt` while a new one is being made. */
  documentKind: DocumentKind | ''
  /** SHA-256 of the file in hexadecimal; empty where it was made before that was kept. */
  documentHash: string
  documentNumber: string
  /** By which anybody checks its document; it comes with the number. */
  checkCode: string
  documentStatus: DocumentStatus
  /** A code of `errors.ts`; before, sentences were kept. */
  documentError: string
  documentErrorDetails: Record<string, string> | null
  /** What stood on top of the document when it was made; empty where none was. */
  letterhead: string
  /** Who signed the document when it was made; null before. */
  signers: KeptSigners | null
  created: string
  updated: string
}
