// Jobs that run every minute, and checks whether they have work. A virtual machine loads the code of the work (`job-work.ts`) only if some is due: it
// takes 2 MiB of each, and the jobs use other virtual machines each minute.
import { isBackupDue } from '../backups/backup-plan.ts'
import { saveKeyUses } from '../keys/key-uses.ts'
import { logError } from '../lib/log.ts'
import { hasMissingProviders } from '../lib/sign-in-settings.ts'
import { queryRow } from '../lib/sql.ts'
import { mergeSearchIndex } from '../requests/derived/search-index.ts'
import { finalizeDecisions, type WokenJob } from '../requests/undo/due-jobs.ts'
import { saveActivity } from '../users/activity.ts'

export { deleteOldNotices } from '../notices/notices.ts'
export { resumeDocuments } from '../requests/undo/due-jobs.ts'

const loadJobWork = () => require(`${__hooks}/job-work.js`) as typeof import('./job-work.ts')

const hasRows = (...clauses: string[]) =>
  clauses.some((clause) => queryRow($app, `SELECT 1 AS n FROM ${clause} LIMIT 1`, {}, { n: 0 }))

const queuedMails = ['outgoing_mails', 'decision_mails', "notices WHERE mail != ''"]

/**
 * Jobs in execution order. Short jobs come first, because a mail may take half a minute, a batch minutes, and the deliveries of a batch hours. The next
 * minute's run does not wait for this one, so jobs after a slow job are late by a minute at most.
 */
const jobs = {
  wakeJobs,
  saveKeyUses,
  saveActivity,
  mergeSearchIndex: () => mergeSearchIndex($app),
  remindApprovers: () =>
    hasRows("requests INDEXED BY idx_requests_due WHERE status = 'submitted' AND dueAt != ''") &&
    loadJobWork().remindApprovers(),
  updateSignatures: () =>
    hasRows(
      "links INDEXED BY idx_links_open_signatures WHERE purpose = 'sign' AND state IN ('waiting', 'sent', 'opened', 'failed')",
    ) && loadJobWork().updateSignatures(),
  applyProviders: () => hasMissingProviders($app) && loadJobWork().applyProviders($app, false),
  moveManagedRequests: () => hasRows('manager_changes') && loadJobWork().moveManagedRequests($app),
  sendMails: () => hasRows(...queuedMails) && loadJobWork().sendMails(),
  resumeBatches: () =>
    hasRows("batches WHERE status IN ('processing', 'interrupted')") && loadJobWork().resumeBatches(),
  runPlannedBackup: () => isBackupDue($app) && loadJobWork().runPlannedBackup(),
  cleanUpErasures: () => hasRows('erasures', 'erased_files') && loadJobWork().cleanUpErasures(),
  sendDeliveries: () => hasRows('delivery_mails') && loadJobWork().sendDeliveries(),
}

const wokenJobs: readonly WokenJob[] = ['decisions', 'documents', 'webhooks', 'backups']

/** Wakes the jobs that run when work is due, because no other call wakes them after a start or a change of the clock. */
function wakeJobs() {
  for (const job of wokenJobs) engine.wake(job, 0)
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

export function finalizeDueDecisions() {
  finalizeDecisions((app) => loadJobWork().processNextDueDecision(app))
}

export function runWebhookDeliveries() {
  if (hasRows('webhook_deliveries')) loadJobWork().deliverDueWebhooks()
}

export function finishBackup() {
  if (engine.backups.result()) loadJobWork().saveBackupResult($app)
}
