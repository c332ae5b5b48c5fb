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

export const documentStatuses = ['none', 'pending', 'ready', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Events to which the days of a filter can refer. A request has several `decided` events if it was decided several times. */
export const dateFilterKeys = ['created', 'submitted', 'decided'] as const

export const requestSortFields = ['created', 'number', 'status', 'submittedAt', 'decidedAt', 'summary'] as const
