import { cleanUpUnfinishedBackups } from '../backups/backup-runs.ts'
import { deleteOrphanedFiles } from '../documents/orphaned-files.ts'
import { applyEnvironment, exitOnInvalidEnvironment } from '../lib/environment.ts'
import { findStorageRefusal } from '../lib/file-storage.ts'
import { logError } from '../lib/log.ts'
import { executeSql } from '../lib/sql.ts'
import { releaseAllWebhookGroups } from '../lib/webhook-queue.ts'
import { releaseAllDecisionMails } from '../mail/decision-queue.ts'
import { deleteMailFolders } from '../mail/mail-process.ts'
import { checkDerivedTables } from '../requests/derived-repair.ts'
import { clearDocumentLeases, saveDocumentServiceStatus } from '../requests/document-queue.ts'
import { limitConnections } from '../runtime/connection-limits.ts'
import { markNextFreeVm } from '../runtime/pool.ts'
import { enqueueUnsentOneTimeCodes } from '../users/one-time-codes.ts'
import { prepareFirstAdmin } from '../users/setup.ts'
import { deleteDeliveryFolders } from '../webhooks/delivery-process.ts'

/** Prepares the server; runs between migrations and the first request. */
export function prepareServer(e: core.ServeEvent) {
  exitOnInvalidEnvironment()
  limitConnections(e.app)
  // Limits headers to 32 KiB instead of 1 MiB, so that anonymous clients cannot fill the memory; our addresses and headers are short.
  if (e.server) {
    e.server.maxHeaderBytes = 32_768
    // Limits the time to send the headers to 10 s instead of a minute.
    e.server.readHeaderTimeout = (10 * second) as unknown as time.Duration
  }
  applyEnvironment(e.app)
  requireStorage(e.app)
  saveDocumentServiceStatus(e.app)
  // Disables PocketBase's link to create a superuser, because our setup link creates the first administrator.
  e.installerFunc = null as unknown as typeof e.installerFunc
  // Opens the port; throws if another server uses it. No request is served before this function ends.
  e.next()
  // Clears state left by the previous process: no job is running at startup.
  deleteOrphanedFiles(e.app)
  clearDocumentLeases(e.app)
  releaseAllDecisionMails(e.app)
  releaseAllWebhookGroups(e.app)
  markBatchesInterrupted(e.app)
  deleteMailFolders(e.app)
  deleteDeliveryFolders(e.app)
  cleanUpUnfinishedBackups(e.app)
  enqueueUnsentOneTimeCodes(e.app)
  checkDerivedTables(e.app)
  prepareFirstAdmin(e.app)
  markNextFreeVm(e.app)
  startJobs(e.app)
}

/** Marks batches in progress as interrupted and clears their leases, because no worker is running at startup. */
function markBatchesInterrupted(app: CoreApp) {
  executeSql(app, `UPDATE batches SET status = 'interrupted', lease = 0 WHERE status = 'processing'`, {})
}

/** Starts the jobs within a second instead of at the next minute, so that unfinished work resumes at once. */
function startJobs(app: CoreApp) {
  const jobs = app.cron()
  jobs.setInterval(second)
  jobs.start()
  // Sets the interval from the second run on, because the first run is already scheduled.
  jobs.setInterval(60 * second)
}

/** Nanoseconds of a second, the unit of Go's durations. */
const second = 1_000_000_000

/** Stops the start if S3 refuses bucket or account, so that the operator sees the error at once. */
function requireStorage(app: CoreApp) {
  const refusal = findStorageRefusal(app)
  if (!refusal) return
  logError(refusal)
  $os.exit(1)
}
