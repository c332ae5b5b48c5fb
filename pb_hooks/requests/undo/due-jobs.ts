import { bulkTimeoutMs, formatTimestamp } from '../../lib/clock.ts'
import { queryRow } from '../../lib/sql.ts'
import { countFreeDocuments, endReleasedLeases, loadDocumentGenerator } from '../document-queue.ts'

/**
 * Table and condition of decisions whose undo window has ended; bind `getWindowBounds()`. `far` is a minute later than the longest window: only a wrong
 * clock sets such a time.
 */
export const dueDecisionsClause = 'undoable_decisions WHERE until < {:now} OR until > {:far}'

export const getWindowBounds = () => ({
  now: formatTimestamp(),
  far: formatTimestamp(Date.now() + bulkTimeoutMs + 60_000),
})

/** Jobs that the engine runs when their work is due (`main.pb.ts`). */
export type WokenJob = 'decisions' | 'documents' | 'more documents' | 'webhooks' | 'backups'

/** Generates pending documents that no worker has claimed. Woken by workers that have many, and when decisions were finalized. */
export function resumeDocuments() {
  if (!engine.files.isAvailable()) return
  endReleasedLeases($app)
  if (countFreeDocuments($app, 1)) loadDocumentGenerator().generatePendingDocuments($app)
}

/**
 * Finalizes decisions whose undo window has ended, and plans the next run for the end of the next window. Calls `processNext` only if a decision is
 * due, because it loads its code.
 */
export function finalizeDecisions(processNext: (app: CoreApp) => boolean) {
  const isDue = () => queryRow($app, `SELECT 1 AS n FROM ${dueDecisionsClause} LIMIT 1`, getWindowBounds(), { n: 0 })
  while (isDue() && processNext($app)) engine.wake('documents', 0)
  const nextWindow = "SELECT ifnull(min(until), '') AS until FROM undoable_decisions"
  const until = queryRow($app, nextWindow, {}, { until: '' })?.until
  if (until) engine.wake('decisions', Date.parse(until.replace(' ', 'T')) - Date.now() + 1)
}
