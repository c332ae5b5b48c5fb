import type { BackupState } from '../backups/backup.ts'
import type { BatchStatus } from '../batches/batch.ts'
import type { SetupState } from '../settings/setup-step.ts'
import type { RequestItem, RequestStatus } from './request.ts'

/** Number of requests on one day in the installation's time zone. */
export interface DailyRequestCount {
  /** `YYYY-MM-DD` */
  day: string
  submitted: number
  decided: number
}

export interface DashboardBatch {
  id: string
  number: string
  formatName: string
  ownerName: string
  status: BatchStatus
  total: number
  createdCount: number
  errorCount: number
}

interface AdminDashboard {
  /** Requests that this administrator may decide now. `oldest`: submission time of the oldest; empty if there is none. */
  queue: { total: number; oldest: string; items: RequestItem[] }
  overdue: number
  pendingUsers: number
  failedDocuments: number
  pendingDocuments: number
  signatories: number
  backup: BackupState
  setup: SetupState
  /** Last thirty days, oldest first. */
  days: DailyRequestCount[]
}

/** Response of `GET /api/app/dashboard`. */
export interface Dashboard {
  counts: Record<RequestStatus, number>
  /**
   * Tasks of the caller, at most five of each kind. `returned`: oldest first. `drafts`: newest first. `decide`:
   * overdue requests first, then oldest first.
   */
  todo: { returned: RequestItem[]; drafts: RequestItem[]; decide: RequestItem[] }
  recent: RequestItem[]
  /** Running batches, at most five. Administrators get batches of all users, other callers only their own. */
  batches: DashboardBatch[]
  /** Finished batches with rows to correct, at most five. Administrators get batches of all users, other callers only their own. */
  batchesToCorrect: DashboardBatch[]
  admin: AdminDashboard | null
}
