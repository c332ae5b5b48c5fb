import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'
import { requestCountsSchema } from './request-output.ts'

/** Number of requests that a user may decide now. */
const pendingDecisionsSchema = defineObject('PendingDecisions', {
  total: z.int(),
  overdue: z.int(),
  /** Submission time of the oldest request that the user may decide; empty if there is none. */
  oldest: z.string(),
})
export interface PendingDecisions extends z.infer<typeof pendingDecisionsSchema> {}

/** Response of `GET /api/app/counts`: counters of the caller's menus, tabs, bell and dashboard. */
export const callerCountsSchema = defineObject('CallerCounts', {
  unread: z.int(),
  own: requestCountsSchema,
  /** Requests that the caller may decide; `null` if the caller is not an approver. */
  decide: pendingDecisionsSchema.nullable(),
  /** True if documents of any user are being generated; only then the page queries the caller's documents. */
  documentsUnderway: z.boolean(),
  /** `mailEnabled`: true if a mail server is configured; otherwise registrations wait for activation without a confirmed address. */
  admin: z
    .object({ all: requestCountsSchema, pendingUsers: z.int(), failedDocuments: z.int(), mailEnabled: z.boolean() })
    .nullable(),
})
export interface CallerCounts extends z.infer<typeof callerCountsSchema> {}
