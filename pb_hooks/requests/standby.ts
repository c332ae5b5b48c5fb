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
 * Once a minute, for a minute: documents that a worker left undone, because the server went down or the worker failed, are taken up; then this
 * one stands by, for nobody can be called in the middle of a minute, and helps as soon as many wait.
 */
export function takeUpDocuments() {
  if (storageAnswers($app) && areFree(1)) documentWriter().workOnDocuments($app)
  throughTheMinute(() => {
    const isDue = $app.store().has(finalized)
    if (isDue) $app.store().remove(finalized)
    if ((isDue || areFree(many)) && storageAnswers($app)) documentWriter().workOnDocuments($app)
  })
}

/** Once a minute, for a minute: finalizes decisions whose undo window has ended. */
export function finalizeDecisions() {
  throughTheMinute(() => {
    while (finalizeDue($app)) $app.store().set(finalized, 1)
  })
}

function throughTheMinute(work: () => void) {
  const end = Date.now() + 60_000
  // Counted as well: a clock that is set back must not keep it for longer.
  for (let looks = 60_000 / pause; looks > 0 && Date.now() < end; looks--) {
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
