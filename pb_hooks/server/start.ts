import { cleanUpUnfinishedBackups } from '../backups/backup-runs.ts'
import { listErasedIds } from '../backups/erased-list.ts'
import { deleteOrphanedFiles } from '../documents/orphaned-files.ts'
import { findSealError } from '../documents/stored-seal.ts'
import { applyEnvironment, exitOnInvalidEnvironment } from '../lib/environment.ts'
import { getS3AccessError } from '../lib/files/file-storage.ts'
import { logError } from '../lib/log.ts'
import { listProviderSettings } from '../lib/sign-in-settings.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { hasActiveAdmin } from '../lib/users.ts'
import { releaseAllWebhookGroups } from '../lib/webhook-queue.ts'
import { clearDocumentLeases, saveDocumentServiceStatus } from '../requests/document-queue.ts'
import { releaseAllDecisionMails } from '../requests/effects/queue-decision-mails.ts'
import { applySecondFactorPolicy } from '../users/second-factor-policy.ts'

/** Work at startup that is rarely due. It is loaded only then, because loading its code takes longer than the checks. */
type StartWork = Record<
  'applyProviders' | 'enqueueUnsentOneTimeCodes' | 'repairLostSearchIndex' | 'prepareFirstAdmin',
  (app: CoreApp) => void
> & { repeatErasures: (app: CoreApp, ids: string[]) => void }

/** Prepares the server; runs between migrations and the first request. */
export function prepareServer(e: core.ServeEvent, loadStartWork: () => StartWork) {
  exitOnInvalidEnvironment()
  applyEnvironment(e.app)
  applySecondFactorPolicy(e.app)
  // The operator sees at once if S3 refuses bucket or account, or the certificate cannot seal.
  exitOnMessage(getS3AccessError(e.app))
  exitOnMessage(findSealError(e.app))
  saveDocumentServiceStatus(e.app)
  // Disables PocketBase's link to create a superuser, because our setup link creates the first administrator.
  Object.assign(e, { installerFunc: null })
  // Opens the port; throws if another server uses it. No request is served before this function ends.
  e.next()
  // Clears state left by the previous process: no job is running at startup.
  deleteOrphanedFiles(e.app)
  clearDocumentLeases(e.app)
  releaseAllDecisionMails(e.app)
  releaseAllWebhookGroups(e.app)
  markBatchesInterrupted(e.app)
  cleanUpUnfinishedBackups(e.app)
  runDueStartWork(e.app, loadStartWork)
  startJobs(e.app)
}

function runDueStartWork(app: CoreApp, loadStartWork: () => StartWork) {
  if (queryRow(app, "SELECT 1 AS n FROM one_time_codes WHERE user != '' LIMIT 1", {}, { n: 0 }))
    loadStartWork().enqueueUnsentOneTimeCodes(app)
  if (listProviderSettings().length) loadStartWork().applyProviders(app)
  if (isSearchIndexLost(app)) loadStartWork().repairLostSearchIndex(app)
  const erased = listErasedIds(app)
  if (erased.length) loadStartWork().repeatErasures(app, erased)
  if (!hasActiveAdmin(app)) loadStartWork().prepareFirstAdmin(app)
}

/** Returns whether some requests are not found by their number. If so, the database may be a copy without the search index. */
function isSearchIndexLost(app: CoreApp): boolean {
  const lost = queryRow(
    app,
    `SELECT count(*) AS n FROM (
       SELECT serial AS position, replace(number, '-', '') AS word FROM requests
       WHERE serial IN ((SELECT min(serial) FROM requests), (SELECT max(serial) FROM requests),
         (SELECT serial FROM requests WHERE serial >= (SELECT max(serial) / 2 FROM requests) LIMIT 1)) AND number != ''
     ) AS some
     WHERE position NOT IN (SELECT rowid & 4294967295 FROM request_search WHERE request_search MATCH '"' || word || '"')`,
    {},
    { n: 0 },
  )
  return (lost?.n ?? 0) > 0
}

/** Marks batches in progress as interrupted and clears their leases, because no worker is running at startup. */
function markBatchesInterrupted(app: CoreApp) {
  executeSql(app, `UPDATE batches SET status = 'interrupted', lease = 0 WHERE status = 'processing'`, {})
}

/** Starts the jobs within a second instead of at the next minute, so that unfinished work resumes immediately. */
function startJobs(app: CoreApp) {
  const jobs = app.cron()
  jobs.setInterval(second)
  jobs.start()
  // Sets the interval from the second run on, because the first run is already scheduled.
  jobs.setInterval(60 * second)
}

/** Nanoseconds of a second, the unit of Go's durations. */
const second = 1_000_000_000

/** Stops the start with an error message, unless it is empty. */
function exitOnMessage(message: string | undefined) {
  if (!message) return
  logError(message)
  $os.exit(1)
}
