import type { BackupState } from '../backups/backup.ts'
import type { BatchStatus } from '../batches/batch.ts'
import type { SetupState } from '../settings/setup-step.ts'
import type { RequestItem, RequestStatus } from './request.ts'

/** Counts of one day in the installation's time zone. */
export interface DayCount {
  /** `YYYY-MM-DD` */
  day: string
  submitted: number
  decided: number
}

export interface BatchItem {
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
  /**
   * Requests this administrator may decide now; `oldest` is the submission time of the oldest, empty if there is
   * none.
   */
  queue: { total: number; oldest: string; items: RequestItem[] }
  overdue: number
  pendingUsers: number
  failedDocuments: number
  pendingDocuments: number
  signatories: number
  backup: BackupState
  setup: SetupState
  /** Last thirty days, oldest first. */
  days: DayCount[]
}

/** Response of `GET /api/app/dashboard`. */
export interface Dashboard {
  /** Caller's own requests by status. */
  counts: Record<RequestStatus, number>
  /**
   * Tasks of the caller, at most five of each kind. `returned`: oldest first. `drafts`: newest first. `decide`:
   * overdue requests first, then oldest first.
   */
  todo: { returned: RequestItem[]; drafts: RequestItem[]; decide: RequestItem[] }
  recent: RequestItem[]
  /** Running batches, at most five: the caller's own; for administrators, batches of all users. */
  batches: BatchItem[]
  /** Finished batches with rows to correct; same scope and limit as `batches`. */
  batchesToCorrect: BatchItem[]
  admin: AdminDashboard | null
}
