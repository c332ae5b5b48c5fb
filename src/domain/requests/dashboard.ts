import type { BackupState } from '../backups/backup.ts'
import type { BatchStatus } from '../batches/batch.ts'
import type { RequestItem, RequestStatus } from './request.ts'

/** One day of the installation's calendar. */
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

/** What only administrators see. */
interface AdminDashboard {
  /** What this administrator may decide now, and since when the oldest waits (empty when none). */
  queue: { total: number; oldest: string; items: RequestItem[] }
  /** Of those, past their time. */
  overdue: number
  pendingUsers: number
  failedDocuments: number
  pendingDocuments: number
  /** Who may sign for the organisation. */
  signatories: number
  backup: BackupState
  /** The last thirty days, the oldest first. */
  days: DayCount[]
}

/** `GET /api/app/dashboard` */
export interface Dashboard {
  /** The own requests by status. */
  counts: Record<RequestStatus, number>
  /**
   * What waits for the person, at most five of each: to be corrected, the longest first; begun, the latest first; to be decided, what is past its
   * time first and then the longest.
   */
  todo: { returned: RequestItem[]; drafts: RequestItem[]; decide: RequestItem[] }
  recent: RequestItem[]
  /** Batches under way, at most five: the own ones, for administrators those of all users. */
  batches: BatchItem[]
  /** The same of finished batches with rows left to correct. */
  batchesToCorrect: BatchItem[]
  admin: AdminDashboard | null
}
