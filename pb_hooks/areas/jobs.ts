// Jobs that run every minute. A single area contains all of them, so that few virtual machines load their code.
import { runPlannedBackup } from '../backups/backup-runs.ts'
import { resumeBatches } from '../batches/batch-worker.ts'
import { saveKeyUses } from '../keys/key-uses.ts'
import { logError } from '../lib/log.ts'
import { sendNoticeMails } from '../notices/notice-mails.ts'
import { getPendingSummary } from '../requests/pending-decisions.ts'
import { remindApprovers } from '../requests/reminders.ts'
import { runSearchIndexMerge } from '../requests/search-index.ts'
import { canReadRequest } from '../requests/visibility.ts'
import { resetNextPeriodSlotCounters } from '../runtime/admission.ts'
import { setConnectionLimits } from '../runtime/connection-limits.ts'
import { closeIdleConnections } from '../runtime/subscription-guard.ts'

export { deleteOldNotices } from '../notices/notices.ts'
export { finalizeDecisions, resumeDocuments } from '../requests/polling-jobs.ts'
export { deliverDueWebhooks } from '../webhooks/delivery-queue.ts'

/**
 * Jobs in execution order. Short jobs come first, because a mail may take half a minute, a batch minutes and a backup
 * hours. The next minute's run does not wait for this one, so jobs after a slow job are late by a minute at most.
 */
const jobs = {
  resetNextPeriodSlotCounters,
  setConnectionLimits,
  closeIdleConnections,
  saveKeyUses,
  runSearchIndexMerge,
  remindApprovers,
  sendMails: () => sendNoticeMails({ getPendingSummary, canReadRequest }),
  resumeBatches,
  runPlannedBackup,
}

/** Runs all jobs in order. A failed job is logged and does not stop the others. */
export function runMinuteJobs() {
  for (const [name, run] of Object.entries(jobs))
    try {
      run()
    } catch (error) {
      logError(`job ${name}:`, error)
    }
}
