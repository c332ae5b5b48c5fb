import { type DocumentKind, type DocumentKindData, getDocumentKind } from '../documents/document-kind.ts'
import type { KeyScope } from '../keys/key-scope.ts'
import type { Role } from '../users/role.ts'
import {
  type DecisionType,
  type DocumentStatus,
  decisionTypes,
  type RequestPrivacy,
  type RequestStatus,
} from './request.ts'

/** Role of a user in an action. `approver`: an approver of the current route stage; if the request has no route, any administrator. */
type Actor = 'owner' | 'admin' | 'approver'

interface DecisionNotice {
  /** Predicate for one request: «Su solicitud SOL-2026-000007 fue aprobada». */
  one: string
  several: string
  /** Kind of document that the linked list shows; if absent, the list shows the requests with the new status. */
  documentKind?: DocumentKind
}

/** Facts and Spanish texts of one action on requests. Buttons, dialogs, the queue, history, notices, mails and API keys read them. */
interface ActionDefinition {
  from: readonly RequestStatus[]
  /** New status; absent if the action does not change it. */
  to?: RequestStatus
  /** State of the personal data that allows the action; any but `anonymized` if absent. */
  privacy?: RequestPrivacy | ''
  by: readonly Actor[]
  /** Document statuses that allow the action on an approved request, by document kind. */
  documents?: Partial<Record<DocumentKind, readonly DocumentStatus[]>>
  /** Roles in which a user must enter a reason. */
  needsReason: readonly Actor[]
  /** True if a user may enter a reason that the action does not need. */
  offersReason?: true
  /** True if users can undo the action for some seconds. */
  undoable?: true
  /** Scope that an API key needs; no key can run the action if absent. */
  scope?: KeyScope
  /** Icon of its button, its history entry and its notice. */
  icon: 'send' | 'approve' | 'return' | 'reject' | 'refresh' | 'close' | 'shield' | 'trash'
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  /** Look of its button; a plain button if absent. */
  variant?: 'primary' | 'danger'
  /** True if the dialog and the menu warn of the action in red. */
  isDestructive?: true
  /** True if the page of a request and the bar of selected requests show the action only in their menus. */
  isRare?: true
  /** Key that opens the action in the queue. */
  key?: string
  /** Notice to the requester, and its mail; absent if the requester is not notified. */
  notice?: DecisionNotice
  texts: {
    button: string
    /** Start of the confirmation question «¿Devolver 3 solicitudes?»; the button's text if absent. */
    question?: string
    /** Sentence about what follows, shown below the question. */
    consequence?: string
    /** Label of the reason; «Motivo» if absent. */
    reason?: string
    /** Predicates of the result «3 solicitudes devueltas», for one request and for several. */
    done: readonly [one: string, several: string]
    /** Sentence for the result of one request, also by the state of the document that the action makes. */
    result?: string | Record<'pending' | 'ready' | 'failed', string>
    /** Past tense of a decision: «aprobó» the request or the stage. */
    past?: string
    /** Phrase of the history, after the actor's name. */
    history: string
    /** Summary of the API call; the button's text if absent. */
    call?: string
  }
}

/** Statuses of requests that have ended: no decision or correction is left. */
export const endedStatuses = ['approved', 'rejected', 'cancelled'] as const satisfies readonly RequestStatus[]

const documentFailed = 'El documento no se pudo generar.'

const definitions = {
  submit: {
    from: ['draft', 'returned'],
    to: 'submitted',
    by: ['owner'],
    needsReason: [],
    scope: 'request',
    icon: 'send',
    tone: 'info',
    texts: {
      button: 'Enviar',
      done: ['enviada', 'enviadas'],
      history: 'envió la solicitud',
      call: 'Enviar solicitudes',
    },
  },
  approve: {
    from: ['submitted'],
    to: 'approved',
    by: ['approver'],
    needsReason: [],
    undoable: true,
    scope: 'decide',
    icon: 'approve',
    tone: 'success',
    variant: 'primary',
    key: 'A',
    notice: { one: 'fue aprobada', several: 'fueron aprobadas' },
    texts: {
      button: 'Aprobar',
      consequence: 'Se genera el documento numerado y queda disponible para el solicitante.',
      done: ['aprobada', 'aprobadas'],
      past: 'aprobó',
      history: 'aprobó la solicitud',
    },
  },
  return: {
    from: ['submitted', 'approved'],
    to: 'returned',
    by: ['approver'],
    // Allows returning an approved request only if its document failed. Its numbers stay unchanged.
    documents: { preliminary: ['failed'], final: ['failed'] },
    needsReason: ['approver'],
    undoable: true,
    scope: 'decide',
    icon: 'return',
    tone: 'warning',
    key: 'D',
    notice: { one: 'necesita correcciones', several: 'necesitan correcciones' },
    texts: {
      button: 'Devolver',
      consequence: 'El solicitante podrá corregir los datos y enviarla de nuevo.',
      reason: 'Qué debe corregir',
      done: ['devuelta', 'devueltas'],
      past: 'devolvió',
      history: 'devolvió la solicitud para corregir',
      call: 'Devolver para corregir',
    },
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    by: ['approver'],
    needsReason: ['approver'],
    undoable: true,
    scope: 'decide',
    icon: 'reject',
    tone: 'danger',
    variant: 'danger',
    isDestructive: true,
    key: 'R',
    notice: { one: 'fue rechazada', several: 'fueron rechazadas' },
    texts: {
      button: 'Rechazar',
      consequence: 'El solicitante verá el motivo. Un administrador puede reabrirla.',
      reason: 'Por qué se rechaza',
      done: ['rechazada', 'rechazadas'],
      past: 'rechazó',
      history: 'rechazó la solicitud',
    },
  },
  reopen: {
    from: ['rejected'],
    to: 'submitted',
    by: ['admin'],
    needsReason: ['admin'],
    scope: 'decide',
    icon: 'refresh',
    tone: 'info',
    texts: {
      button: 'Reabrir',
      consequence: 'Vuelve a la cola de revisión.',
      reason: 'Por qué se reabre',
      done: ['reabierta', 'reabiertas'],
      history: 'reabrió la solicitud',
    },
  },
  cancel: {
    from: ['draft', 'submitted', 'returned'],
    to: 'cancelled',
    by: ['owner', 'admin'],
    needsReason: ['admin'],
    scope: 'decide',
    icon: 'close',
    tone: 'neutral',
    isDestructive: true,
    texts: {
      button: 'Anular',
      consequence: 'Una solicitud anulada no se puede reabrir.',
      reason: 'Por qué se anula',
      done: ['anulada', 'anuladas'],
      history: 'anuló la solicitud',
      call: 'Cancelar solicitudes',
    },
  },
  regenerate: {
    from: ['approved'],
    to: 'approved',
    by: ['admin'],
    documents: { preliminary: ['ready', 'failed'], final: ['ready', 'failed'], annulled: ['ready', 'failed'] },
    needsReason: [],
    scope: 'decide',
    icon: 'refresh',
    tone: 'neutral',
    isRare: true,
    texts: {
      button: 'Generar de nuevo',
      question: 'Generar de nuevo el documento de',
      consequence: 'El documento actual se guarda en el historial.',
      done: ['con documento nuevo', 'con documento nuevo'],
      result: {
        pending: 'Se está generando un documento nuevo.',
        ready: 'El documento nuevo está listo.',
        failed: documentFailed,
      },
      history: 'pidió un documento nuevo',
      call: 'Generar un documento nuevo',
    },
  },
  issue: {
    from: ['approved'],
    to: 'approved',
    by: ['admin'],
    documents: { preliminary: ['pending', 'ready'] },
    needsReason: [],
    offersReason: true,
    scope: 'decide',
    icon: 'approve',
    tone: 'success',
    notice: {
      one: 'ya tiene su documento definitivo',
      several: 'ya tienen su documento definitivo',
      documentKind: 'final',
    },
    texts: {
      button: 'Emitir como definitivo',
      question: 'Emitir como definitivo el documento de',
      consequence:
        'Se genera de nuevo con el mismo número y sin la marca PRELIMINAR. El preliminar se guarda en el historial.',
      done: ['con documento definitivo', 'con documento definitivo'],
      result: {
        pending: 'El documento es definitivo y se está generando sin la marca.',
        ready: 'El documento es definitivo y ya no lleva la marca.',
        failed: documentFailed,
      },
      history: 'emitió el documento como definitivo',
      call: 'Emitir el documento como definitivo',
    },
  },
  annul: {
    from: ['approved'],
    to: 'approved',
    by: ['admin'],
    documents: { preliminary: ['pending', 'ready', 'failed'], final: ['pending', 'ready', 'failed'] },
    needsReason: ['admin'],
    scope: 'decide',
    icon: 'reject',
    tone: 'danger',
    isDestructive: true,
    isRare: true,
    notice: {
      one: 'quedó con el documento anulado',
      several: 'quedaron con el documento anulado',
      documentKind: 'annulled',
    },
    texts: {
      button: 'Anular documento',
      question: 'Anular el documento de',
      consequence:
        'Queda con la marca ANULADO y no se puede deshacer. El documento anterior se guarda en el historial.',
      reason: 'Por qué se anula el documento',
      done: ['con documento anulado', 'con documento anulado'],
      result: 'Documento anulado.',
      history: 'anuló el documento',
      call: 'Anular el documento',
    },
  },
  hold: {
    from: ['submitted', 'returned', 'approved', 'rejected', 'cancelled'],
    privacy: '',
    by: ['admin'],
    needsReason: ['admin'],
    icon: 'shield',
    tone: 'warning',
    isRare: true,
    texts: {
      button: 'Marcar «No borrar»',
      question: 'Poner la marca «No borrar» a',
      consequence: 'Mientras tenga la marca, sus datos no se anonimizan, ni al vencer el plazo del formato.',
      reason: 'Por qué no se puede borrar',
      done: ['con la marca «No borrar»', 'con la marca «No borrar»'],
      history: 'puso la marca «No borrar»',
      call: 'Poner la marca «No borrar»',
    },
  },
  release: {
    from: ['submitted', 'returned', 'approved', 'rejected', 'cancelled'],
    privacy: 'held',
    by: ['admin'],
    needsReason: ['admin'],
    icon: 'shield',
    tone: 'neutral',
    isRare: true,
    texts: {
      button: 'Quitar «No borrar»',
      question: 'Quitar la marca «No borrar» a',
      consequence: 'Sus datos se podrán anonimizar: a mano, o al vencer el plazo del formato.',
      reason: 'Por qué ya se puede borrar',
      done: ['sin la marca «No borrar»', 'sin la marca «No borrar»'],
      history: 'quitó la marca «No borrar»',
      call: 'Quitar la marca «No borrar»',
    },
  },
  anonymize: {
    from: endedStatuses,
    privacy: '',
    by: ['admin'],
    documents: {
      preliminary: ['none', 'ready', 'failed'],
      final: ['none', 'ready', 'failed'],
      annulled: ['none', 'ready', 'failed'],
    },
    needsReason: ['admin'],
    icon: 'trash',
    tone: 'neutral',
    variant: 'danger',
    isDestructive: true,
    isRare: true,
    texts: {
      button: 'Anonimizar',
      consequence:
        'Se borran sus datos, archivos, documentos y comentarios. Quedan el número, el estado, las fechas y el código de verificación. No se puede deshacer.',
      reason: 'Por qué se anonimiza, sin datos personales',
      done: ['anonimizada', 'anonimizadas'],
      history: 'anonimizó la solicitud',
    },
  },
} as const satisfies Record<string, ActionDefinition>

type Definitions = typeof definitions
export type RequestAction = keyof Definitions
/** Action of which the requester is notified. */
export type NotifiedAction = {
  [Name in RequestAction]: Definitions[Name] extends { notice: object } ? Name : never
}[RequestAction]

/** All actions on requests. The server rejects all others. */
export const requestActions: Readonly<
  Record<RequestAction, ActionDefinition> & Record<NotifiedAction, { notice: DecisionNotice; to: RequestStatus }>
> = definitions
export const requestActionNames = Object.keys(definitions) as RequestAction[]

export const isDecision = (action: RequestAction): action is DecisionType =>
  decisionTypes.some((each) => each === action)

export const decisionsRequiringReason = decisionTypes.filter(
  (action): action is Exclude<DecisionType, 'approve'> => requestActions[action].needsReason.length > 0,
)

interface Viewer {
  id: string
  role: Role
  /** True if the user may decide the current stage; absent if the request is at no stage. */
  decides?: boolean | undefined
}

/** Returns the role in which a user may perform an action, or `null`. If the user has several roles, `owner` takes precedence. */
export function getActorRole(action: RequestAction, asker: Viewer, owner: string): Actor | null {
  const { by } = requestActions[action]
  if (asker.id === owner && by.includes('owner')) return 'owner'
  if (by.includes('approver')) return (asker.decides ?? asker.role === '_admin') ? 'approver' : null
  return asker.role === '_admin' && by.includes('admin') ? 'admin' : null
}

/** State of a request that determines the allowed actions. */
export interface RequestState extends DocumentKindData {
  status: RequestStatus
  documentStatus: DocumentStatus
  privacy?: RequestPrivacy | ''
  step?: number
  decidable?: boolean
}

/** Returns whether the state of a request allows an action. Does not check the rights of the user. */
export function isActionAllowed(action: RequestAction, standing: RequestState): boolean {
  const { from, documents, privacy } = requestActions[action]
  const { status, documentStatus, privacy: current = '' } = standing
  if (!from.includes(status) || current === 'anonymized' || (privacy ?? current) !== current) return false
  if (status !== 'approved' || !documents) return true
  return documents[getDocumentKind(standing) || 'preliminary']?.includes(documentStatus) ?? false
}

/** Returns the actions that a user may perform now, in the order of `requestActions`. */
export function getAllowedActions(standing: RequestState, asker: Viewer, owner: string): RequestAction[] {
  const decides = standing.step ? standing.decidable === true : undefined
  return requestActionNames.filter(
    (action) => isActionAllowed(action, standing) && getActorRole(action, { ...asker, decides }, owner) !== null,
  )
}

/** Returns whether an action requires a reason from this user. Returns false if the user may not perform the action. */
export function isReasonRequired(action: RequestAction, asker: Viewer, owner: string): boolean {
  const actor = getActorRole(action, asker, owner)
  return actor !== null && requestActions[action].needsReason.includes(actor)
}
