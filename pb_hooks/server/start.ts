import { forgetBackups } from '../backups/run.ts'
import { interruptBatches } from '../batches/batch.ts'
import { forgetStrays } from '../documents/strays.ts'
import { applyEnvironment, refuseUnclearEnvironment } from '../lib/environment.ts'
import { logError } from '../lib/log.ts'
import { storageRefusal } from '../lib/storage.ts'
import { releaseAllWebhooks } from '../lib/webhook-queue.ts'
import { forgetConversations } from '../mail/conversation.ts'
import { releaseAllDecisionMails } from '../mail/decision-queue.ts'
import { trustDerived } from '../requests/derived.ts'
import { releaseDocuments, storeDocumentService } from '../requests/document-queue.ts'
import { openConnections } from '../runtime/connection-limits.ts'
import { runPoolJob } from '../runtime/pool.ts'
import { queuePromisedCodes } from '../users/codes.ts'
import { awaitFirstAdmin } from '../users/setup.ts'
import { deleteDeliveryFolders } from '../webhooks/conversation.ts'

/** Between the migrations and the first request. */
export function beforeServing(e: core.ServeEvent) {
  refuseUnclearEnvironment()
  openConnections(e.app)
  // Addresses and headers are short; the default would hold a megabyte of each stranger's.
  if (e.server) {
    e.server.maxHeaderBytes = 32_768
    // The default would let a connection send nothing for a minute.
    e.server.readHeaderTimeout = (10 * second) as unknown as time.Duration
  }
  applyEnvironment(e.app)
  refuseStorage(e.app)
  storeDocumentService(e.app)
  // PocketBase would print a link that makes a superuser: ours makes the first administrator.
  e.installerFunc = null as unknown as typeof e.installerFunc
  // Takes the port: a second server that was started by mistake ends here, and nobody is served before this function has ended.
  e.next()
  // Nobody works on anything yet, whatever the process before noted.
  forgetStrays(e.app)
  releaseDocuments(e.app)
  releaseAllDecisionMails(e.app)
  releaseAllWebhooks(e.app)
  interruptBatches(e.app)
  forgetConversations(e.app)
  deleteDeliveryFolders(e.app)
  forgetBackups(e.app)
  queuePromisedCodes(e.app)
  trustDerived(e.app)
  awaitFirstAdmin(e.app)
  runPoolJob(e.app)
  beginJobs(e.app)
}

/** The jobs of each minute begin within a second, and not with the next minute: what was left undone waits for nobody, and who stands by is there. */
function beginJobs(app: CoreApp) {
  const jobs = app.cron()
  jobs.setInterval(second)
  jobs.start()
  // Counted from then on: the first time is set already.
  jobs.setInterval(60 * second)
}

/** As Go counts time. */
const second = 1_000_000_000

/** Who mistyped a bucket or a key hears of it now, and not from documents that do not come. */
function refuseStorage(app: CoreApp) {
  const refusal = storageRefusal(app)
  if (!refusal) return
  logError(refusal)
  $os.exit(1)
}
