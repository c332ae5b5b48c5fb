/** Statuses of a request, with their labels for one and several requests. */
export const requestStatusLabels = {
  draft: { label: 'Borrador', plural: 'Borradores', tone: 'neutral' },
  submitted: { label: 'Enviada', plural: 'Enviadas', tone: 'info' },
  returned: { label: 'Devuelta', plural: 'Devueltas', tone: 'warning' },
  approved: { label: 'Aprobada', plural: 'Aprobadas', tone: 'success' },
  rejected: { label: 'Rechazada', plural: 'Rechazadas', tone: 'danger' },
  cancelled: { label: 'Anulada', plural: 'Anuladas', tone: 'neutral' },
} as const
export type RequestStatus = keyof typeof requestStatusLabels
export const requestStatuses = Object.keys(requestStatusLabels) as RequestStatus[]

/** Actions with which approvers decide a request or a stage of its route. */
export const decisionTypes = ['approve', 'return', 'reject'] as const
export type DecisionType = (typeof decisionTypes)[number]

export const documentStatuses = ['none', 'pending', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** State of the personal data of a request: marked «No borrar», or erased. */
export const requestPrivacyStates = ['held', 'anonymized'] as const
export type RequestPrivacy = (typeof requestPrivacyStates)[number]

/** Events to which the days of a filter can refer. A request has several `decided` events if it was decided several times. */
export const dateFilterKeys = ['created', 'submitted', 'decided'] as const

export const requestSortFields = ['created', 'number', 'status', 'submittedAt', 'decidedAt', 'summary'] as const
