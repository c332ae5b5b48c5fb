import type { RequestStatus } from '../requests/request.ts'

/** States of a request, for the person who made it without an account. */
export const externalRequestStateLabels = {
  draft: 'En revisión',
  submitted: 'En revisión',
  returned: 'Hay que corregirla',
  approved: 'Aprobada',
  rejected: 'No fue aprobada',
  cancelled: 'Se canceló',
} as const satisfies Record<RequestStatus, string>
