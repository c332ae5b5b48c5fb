// Jobs of each minute. They are one area, so that few virtual machines evaluate what they need.
import { makePlannedBackup } from '../backups/run.ts'
import { takeUpBatches } from '../batches/job.ts'
import { keepUses } from '../keys/uses.ts'
import { logError } from '../lib/log.ts'
import { sendDueMails } from '../notices/mails.ts'
import { waitingNow } from '../requests/pending-decisions.ts'
import { remindDeciders } from '../requests/reminders.ts'
import { tidyUp } from '../requests/search-index.ts'
import { mayRead } from '../requests/visible.ts'
import { resetNextCounters } from '../runtime/admission.ts'
import { setConnectionLimits } from '../runtime/connection-limits.ts'
import { closeIdleConnections } from '../runtime/subscription-guard.ts'

export { tidyNotices } from '../notices/notices.ts'
export { finalizeDecisions, takeUpDocuments } from '../requests/standby.ts'
export { deliverDue } from '../webhooks/queue.ts'

/** Short jobs first. A mail may take half a minute, a batch minutes, a backup hours: runs overlap, so what comes after them waits for the next minute at most. */
const jobs = {
  resetNextCounters,
  setConnectionLimits,
  closeIdleConnections,
  keepUses,
  tidyUp,
  remindDeciders,
  sendMails: () => sendDueMails({ waitingNow, mayRead }),
  takeUpBatches,
  makePlannedBackup,
}

/** Runs the jobs one after the other. An error of one is logged, and the others run. */
export function runMinuteJobs() {
  for (const [name, run] of Object.entries(jobs))
    try {
      run()
    } catch (error) {
      logError(`job ${name}:`, error)
    }
}
