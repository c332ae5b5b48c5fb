import { row } from '../lib/sql.ts'
import { storageAnswers } from '../lib/storage.ts'
import { documentWriter, isFreeDocument } from './document-queue.ts'
import { finalizeDue } from './undo.ts'

/** Free documents for which a second worker is called. */
const many = 40
/** Milliseconds between two looks. */
const pause = 250

/** Key in the store of all virtual machines: decisions were finalized, so their documents can be made. */
const finalized = 'finalized decisions'

/**
 * Runs each minute, until the next run. Renders documents that a worker left, because the server stopped or the worker failed. Then it stands by, and helps
 * when many documents wait or decisions were finalized.
 */
export function takeUpDocuments() {
  if (storageAnswers($app) && areFree(1)) documentWriter().workOnDocuments($app)
  pollForAMinute(() => {
    const isDue = $app.store().has(finalized)
    if (isDue) $app.store().remove(finalized)
    if ((isDue || areFree(many)) && storageAnswers($app)) documentWriter().workOnDocuments($app)
  })
}

/** Runs each minute, until the next run, also while documents are rendered: finalizes decisions that can no longer be undone. */
export function finalizeDecisions() {
  pollForAMinute(() => {
    while (finalizeDue($app)) $app.store().set(finalized, 1)
  })
}

/** Milliseconds of polling: less than a minute, so that the next run gets the same virtual machine, and others need not evaluate the jobs. */
const pollingMs = 59_500

function pollForAMinute(work: () => void) {
  const end = Date.now() + pollingMs
  // The looks are counted as well, because a clock that is set back must not prolong them.
  for (let looks = pollingMs / pause; looks > 0 && Date.now() < end; looks--) {
    work()
    sleep(pause)
  }
}

/** Whether at least so many wait that no worker has, counted no further. */
function areFree(least: number): boolean {
  const free = `SELECT 1 FROM requests WHERE ${isFreeDocument} LIMIT ${least}`
  const now = Math.floor(Date.now() / 1000)
  return row($app, `SELECT count(*) AS n FROM (${free})`, { now }, { n: 0 })?.n === least
}
