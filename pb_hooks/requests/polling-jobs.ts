import { isStorageAvailable } from '../lib/file-storage.ts'
import { queryRow } from '../lib/sql.ts'
import { claimableDocumentCondition, loadDocumentGenerator } from './document-queue.ts'
import { processNextDueDecision } from './undo.ts'

/** Number of unclaimed documents above which a second worker starts. */
const secondWorkerThreshold = 40
const pollIntervalMs = 250

/**
 * Store key, shared by all virtual machines. It is set after decisions were finalized, because their documents can then
 * be generated.
 */
const finalizedKey = 'finalized decisions'

/**
 * Generates documents left by a stopped server or a failed worker. Runs every minute until the next run. Then it polls, and starts work when
 * many documents are pending or decisions were finalized.
 */
export function resumeDocuments() {
  if (isStorageAvailable($app) && hasClaimableDocuments(1)) loadDocumentGenerator().generatePendingDocuments($app)
  pollForAMinute(() => {
    const isDue = $app.store().has(finalizedKey)
    if (isDue) $app.store().remove(finalizedKey)
    if ((isDue || hasClaimableDocuments(secondWorkerThreshold)) && isStorageAvailable($app))
      loadDocumentGenerator().generatePendingDocuments($app)
  })
}

/** Finalizes decisions whose undo window has ended. Polls for a minute until the next run, also while documents are generated. */
export function finalizeDecisions() {
  pollForAMinute(() => {
    while (processNextDueDecision($app)) $app.store().set(finalizedKey, 1)
  })
}

/** Duration of a polling run in ms. Ends before the next minute, so that PocketBase reuses the same JavaScript VM. */
const pollingMs = 59_500

function pollForAMinute(work: () => void) {
  const end = Date.now() + pollingMs
  // Also counts the iterations, so that polling ends if the clock is set back.
  for (let looks = pollingMs / pollIntervalMs; looks > 0 && Date.now() < end; looks--) {
    work()
    sleep(pollIntervalMs)
  }
}

/** Returns whether at least `least` pending documents are unclaimed; reads no further documents. */
function hasClaimableDocuments(least: number): boolean {
  const free = `SELECT 1 FROM requests WHERE ${claimableDocumentCondition} LIMIT ${least}`
  const now = Math.floor(Date.now() / 1000)
  return queryRow($app, `SELECT count(*) AS n FROM (${free})`, { now }, { n: 0 })?.n === least
}
