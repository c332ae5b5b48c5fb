import * as z from 'zod'
import { backupStateSchema } from '../backups/backup-output.ts'
import { batchStatuses } from '../batches/batch.ts'
import { defineObject } from '../output-schemas.ts'
import { setupStateSchema } from '../settings/settings-output.ts'
import { requestCountsSchema, requestItemSchema } from './request-output.ts'

/** Number of requests on one day in the installation's time zone. */
const dailyRequestCountSchema = defineObject('DailyRequestCount', {
  /** `YYYY-MM-DD` */
  day: z.string(),
  submitted: z.int(),
  decided: z.int(),
})
export interface DailyRequestCount extends z.infer<typeof dailyRequestCountSchema> {}

const dashboardBatchSchema = defineObject('DashboardBatch', {
  id: z.string(),
  number: z.string(),
  formatName: z.string(),
  ownerName: z.string(),
  status: z.enum(batchStatuses),
  total: z.int(),
  createdCount: z.int(),
  errorCount: z.int(),
})
export interface DashboardBatch extends z.infer<typeof dashboardBatchSchema> {}

const requestItemsSchema = z.array(requestItemSchema)

const adminDashboardSchema = defineObject('AdminDashboard', {
  /** Requests that this administrator may decide now. `oldest`: submission time of the oldest; empty if there is none. */
  queue: z.object({ total: z.int(), oldest: z.string(), items: requestItemsSchema }),
  overdue: z.int(),
  pendingUsers: z.int(),
  failedDocuments: z.int(),
  pendingDocuments: z.int(),
  signatories: z.int(),
  backup: backupStateSchema,
  setup: setupStateSchema,
  /** Last thirty days, oldest first. */
  days: z.array(dailyRequestCountSchema),
})

/** Response of `GET /api/app/dashboard`. */
export const dashboardSchema = defineObject('Dashboard', {
  counts: requestCountsSchema,
  /**
   * Tasks of the caller, at most five of each kind. `returned`: oldest first. `drafts`: newest first. `decide`:
   * overdue requests first, then oldest first.
   */
  todo: z.object({ returned: requestItemsSchema, drafts: requestItemsSchema, decide: requestItemsSchema }),
  recent: requestItemsSchema,
  /** Running batches, at most five. Administrators get batches of all users, other callers only their own. */
  batches: z.array(dashboardBatchSchema),
  /** Finished batches with rows to correct, at most five. Administrators get batches of all users, other callers only their own. */
  batchesToCorrect: z.array(dashboardBatchSchema),
  admin: adminDashboardSchema.nullable(),
})
export interface Dashboard extends z.infer<typeof dashboardSchema> {}
