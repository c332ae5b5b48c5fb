import { bulkTimeoutMs, formatTimestamp } from '../lib/clock.ts'
import { isStorageAvailable } from '../lib/file-storage.ts'
import { queryRow } from '../lib/sql.ts'
import { claimableDocumentCondition, loadDocumentGenerator } from './document-queue.ts'

/** Number of unclaimed documents above which a second worker starts. */
const secondWorkerThreshold = 40
const pollIntervalMs = 250
/** Counts unclaimed documents at one of eight looks, because an idle server would mostly make garbage of queries. */
const looksPerQuery = 8

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
  pollForAMinute((look) => {
    const isDue = $app.store().has(finalizedKey)
    if (isDue) $app.store().remove(finalizedKey)
    const isCountDue = look % looksPerQuery === 0
    const isManyDue = () => isCountDue && hasClaimableDocuments(secondWorkerThreshold)
    if ((isDue || isManyDue()) && isStorageAvailable($app)) loadDocumentGenerator().generatePendingDocuments($app)
  })
}

/**
 * Table and condition of decisions whose undo window has ended; bind `getWindowBounds()`. `far` is a minute later than the longest window: only a wrong
 * clock sets such a time.
 */
export const dueDecisionsClause = 'undoable_decisions WHERE until < {:now} OR until > {:far}'

export const getWindowBounds = () => ({
  now: formatTimestamp(),
  far: formatTimestamp(Date.now() + bulkTimeoutMs + 60_000),
})

/** Store key that is set after a decision is stored whose undo window is open, and while there may be any. */
export const openUndoWindowsKey = 'open undo windows'

/**
 * Finalizes decisions whose undo window has ended. Polls for a minute until the next run, also while documents are generated. Queries the database only
 * while undo windows are open, because queries are most of the garbage of an idle server. Calls `processNext` only if a decision is due, because it loads
 * its code.
 */
export function finalizeDecisions(processNext: (app: CoreApp) => boolean) {
  const store = $app.store()
  const hasRow = (clause: string) => queryRow($app, `SELECT 1 AS n FROM ${clause} LIMIT 1`, getWindowBounds(), { n: 0 })
  // Also finds decisions that the process before stored.
  store.set(openUndoWindowsKey, 1)
  pollForAMinute(() => {
    if (!store.has(openUndoWindowsKey)) return
    // Removes the key before the queries, so that the key of a decision that is stored now remains.
    store.remove(openUndoWindowsKey)
    while (hasRow(dueDecisionsClause) && processNext($app)) store.set(finalizedKey, 1)
    if (hasRow('undoable_decisions')) store.set(openUndoWindowsKey, 1)
  })
}

/** Duration of a polling run in ms. Ends before the next minute, so that PocketBase reuses the same JavaScript VM. */
const pollingMs = 59_500

/** Calls `work` repeatedly until shortly before the next minute, with pauses of `intervalMs`. `look`: number of calls that are left. */
export function pollForAMinute(work: (look: number) => void, intervalMs = pollIntervalMs) {
  const end = Date.now() + pollingMs
  // Also counts the iterations, so that polling ends if the clock is set back.
  for (let looks = pollingMs / intervalMs; looks > 0 && Date.now() < end; looks--) {
    work(looks)
    sleep(intervalMs)
  }
}

/** Returns whether at least `least` pending documents are unclaimed; reads no further documents. */
function hasClaimableDocuments(least: number): boolean {
  const free = `SELECT 1 FROM requests WHERE ${claimableDocumentCondition} LIMIT ${least}`
  const now = Math.floor(Date.now() / 1000)
  return queryRow($app, `SELECT count(*) AS n FROM (${free})`, { now }, { n: 0 })?.n === least
}
