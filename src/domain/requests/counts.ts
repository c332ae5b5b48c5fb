import type { RequestStatus } from './request.ts'

/** Number of requests that a user may decide now. */
export interface PendingDecisions {
  total: number
  overdue: number
  /** Submission time of the oldest request that the user may decide; empty if there is none. */
  oldest: string
}

/** Response of `GET /api/app/counts`: counters of the caller's menus, tabs, bell and dashboard. */
export interface CallerCounts {
  unread: number
  own: Record<RequestStatus, number>
  /** Requests that the caller may decide; `null` if the caller is not an approver. */
  decide: PendingDecisions | null
  /** True if documents of any user are being generated; only then the page queries the caller's documents. */
  documentsUnderway: boolean
  admin: {
    all: Record<RequestStatus, number>
    pendingUsers: number
    failedDocuments: number
  } | null
}
