import type { RequestStatus } from './request.ts'

/** Decisions that a user may take now. */
export interface PendingDecisions {
  total: number
  overdue: number
  /** Time at which the oldest pending request was submitted; empty if there is none. */
  oldest: string
}

/** `GET /api/app/counts`: the caller's counters in menus, tabs, the bell and the dashboard. */
export interface CallerCounts {
  unread: number
  /** Own requests. */
  own: Record<RequestStatus, number>
  /** `null` if the caller is no approver. */
  decide: PendingDecisions | null
  /** True if documents of any user are being generated; otherwise the page does not query the caller's own. */
  documentsUnderway: boolean
  admin: {
    all: Record<RequestStatus, number>
    pendingUsers: number
    failedDocuments: number
  } | null
}
