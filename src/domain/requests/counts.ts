import type { RequestStatus } from './request.ts'

/** What somebody may decide now. */
export interface PendingDecisions {
  total: number
  /** Of those, past their time. */
  overdue: number
  /** When the one was sent that waits for longest; empty where none does. */
  oldest: string
}

/** `GET /api/app/counts`: all that menus, tabs, the bell and the panel count, of whoever asks. */
export interface AllCounts {
  /** Notices that were not read yet. */
  unread: number
  /** The own requests. */
  own: Record<RequestStatus, number>
  /** Null for who decides nothing. */
  decide: PendingDecisions | null
  /** Whether any documents are on their way, whosever: how many of one's own is asked for then. */
  documentsUnderway: boolean
  /** What only administrators see. */
  admin: {
    /** Everybody's requests. */
    all: Record<RequestStatus, number>
    pendingUsers: number
    failedDocuments: number
  } | null
}
