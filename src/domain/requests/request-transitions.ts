import { type DocumentKind, type DocumentKindData, getDocumentKind } from '../documents/document-kind.ts'
import type { Role } from '../users/role.ts'
import type { DocumentStatus, RequestStatus } from './request.ts'

/** Role of a user in an action. `decider`: an approver of the current route stage; if the request has no route, any administrator. */
type Actor = 'owner' | 'admin' | 'decider'

interface Transition {
  from: readonly RequestStatus[]
  to: RequestStatus
  by: readonly Actor[]
  /** Roles in which a user must enter a reason. */
  reason: readonly Actor[]
  name: string
  /** Document statuses that allow the action on an approved request, by document kind. */
  documents?: Partial<Record<DocumentKind, readonly DocumentStatus[]>>
}

/** Transitions of requests by action. Pages derive their buttons from this table, and the server rejects all other actions. */
export const requestTransitions = {
  submit: { from: ['draft', 'returned'], to: 'submitted', by: ['owner'], reason: [], name: 'Enviar' },
  approve: { from: ['submitted'], to: 'approved', by: ['decider'], reason: [], name: 'Aprobar' },
  // Allows returning an approved request only if its document failed. Its numbers stay unchanged.
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
    // Allows regenerating an annulled document only if its annulment stamp could not be generated.
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

interface Viewer {
  id: string
  role: Role
  /** True if the user may decide the current stage; absent if the request is at no stage. */
  decides?: boolean | undefined
}

/** Returns the role in which a user may perform an action, or `null`. If the user has several roles, `owner` takes precedence. */
export function getActorRole(action: RequestAction, asker: Viewer, owner: string): Actor | null {
  const by: readonly Actor[] = requestTransitions[action].by
  if (asker.id === owner && by.includes('owner')) return 'owner'
  if (by.includes('decider')) return (asker.decides ?? asker.role === '_admin') ? 'decider' : null
  return asker.role === '_admin' && by.includes('admin') ? 'admin' : null
}

/** State of a request that determines the allowed actions. */
export interface RequestState extends DocumentKindData {
  status: RequestStatus
  documentStatus: DocumentStatus
  step?: number
  decidable?: boolean
}

/** Returns whether the state of a request allows an action. Does not check the rights of the user. */
export function isActionAllowed(action: RequestAction, standing: RequestState): boolean {
  const { from, documents }: Transition = requestTransitions[action]
  const { status, documentStatus } = standing
  if (!from.includes(status)) return false
  if (status !== 'approved' || !documents) return true
  return documents[getDocumentKind(standing) || 'preliminary']?.includes(documentStatus) ?? false
}

/** Returns the actions that a user may perform now, in the order of `requestTransitions`. */
export function getAllowedActions(standing: RequestState, asker: Viewer, owner: string): RequestAction[] {
  const decides = standing.step ? standing.decidable === true : undefined
  return requestActions.filter(
    (action) => isActionAllowed(action, standing) && getActorRole(action, { ...asker, decides }, owner) !== null,
  )
}

/** Returns whether an action requires a reason from this user. Returns false if the user may not perform the action. */
export function isReasonRequired(action: RequestAction, asker: Viewer, owner: string): boolean {
  const actor = getActorRole(action, asker, owner)
  const reason: readonly Actor[] = requestTransitions[action].reason
  return actor !== null && reason.includes(actor)
}
