import { decisions, type RequestAction } from '../../src/domain/requests/request.ts'
import { stamp, yearOf } from '../lib/clock.ts'
import { undoSeconds } from '../lib/environment.ts'
import { pathId } from '../lib/input.ts'
import { personById, requireUser } from '../lib/people.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { enqueueWebhook, releaseWebhooks } from '../lib/webhook-queue.ts'
import { enqueueDecisionMails } from '../mail/decision-queue.ts'
import { notifyDeciders } from '../notices/deciders.ts'
import { yieldToWriters } from '../runtime/connections.ts'
import type { Change } from './change.ts'
import { waitingAmong } from './deciders.ts'
import type { WrittenFilling } from './filled.ts'
import { notifyOwners } from './notify-owners.ts'
import { numberChanges, writeBySql } from './write.ts'

// A decision that somebody may take back is written at once; its documents, their numbers, its notices and mails are held for some seconds, or
// until anybody does something else with what was decided. Then it is settled, and nothing of it can be undone any more.

/** Milliseconds for which a decision of many may be in the making. */
const patience = 300_000
/** Requests that are settled or put back in one transaction. */
export const undoChunk = 100

interface Step {
  action: RequestAction
  asker: { id: string }
  reason: string
  decision: string
}

export const canBeUndone = (action: RequestAction) => undoSeconds() > 0 && decisions.some((each) => each === action)

/** What a decision changes, as it was: exactly this comes back. */
const before = `json_object('status', status, 'step', step, 'reviewer', reviewer, 'reason', reason, 'decidedAt', decidedAt, 'finality', finality,
  'documentStatus', documentStatus, 'documentError', documentError, 'documentLease', 0)`

/** Holds changes, before they are written; `filled` was written with the decision of a single request. */
export function deferEffects(
  tx: CoreApp,
  { action, asker, reason, decision }: Step,
  changes: Change[],
  filled?: WrittenFilling | undefined,
) {
  if (!changes.length) return
  const kept = changes.map(({ id, decisions = [] }) => ({ id, holders: decisions.map(({ holder }) => holder) }))
  run(
    tx,
    `INSERT INTO undoable (request, decision, before, holders, filled)
     SELECT requests.id, {:decision}, ${before}, value -> 'holders', {:filled}
     FROM json_each({:kept}) JOIN requests ON requests.id = value ->> 'id'`,
    { decision, kept: JSON.stringify(kept), filled: filled ? JSON.stringify(filled) : '' },
  )
  run(
    tx,
    `INSERT OR IGNORE INTO undoable_decisions (decision, asker, action, reason, until)
     VALUES ({:decision}, {:asker}, {:action}, {:reason}, {:until})`,
    { decision, asker: asker.id, action, reason, until: stamp(Date.now() + patience) },
  )
  for (const change of changes) delete change.takesDocumentNumber
}

/** All is decided: from now on it can be undone for so many seconds, which is answered. */
export function openUndo(app: CoreApp, decision: string): { id: string; seconds: number } {
  const seconds = undoSeconds()
  const until = stamp(Date.now() + seconds * 1000)
  run(app, 'UPDATE undoable_decisions SET until = {:until} WHERE decision = {:decision}', { until, decision })
  return { id: decision, seconds }
}

/**
 * `POST /api/app/decisions/{id}/settle`: ends the time in which the asker may undo a decision, because they left the page that offers it. The next
 * look of `finalizeDecisions` settles it, within a second.
 */
export function closeUndo(e: core.RequestEvent) {
  run(
    e.app,
    `UPDATE undoable_decisions SET until = {:now} WHERE decision = {:decision} AND asker = {:me} AND NOT isUndone AND until > {:now}`,
    { decision: pathId(e), me: requireUser(e).id, now: stamp() },
  )
  return e.noContent(204)
}

const shape = {
  id: '',
  owner: '',
  status: '',
  code: '',
  decidedAt: '',
  isUnnumbered: 0,
  decision: '',
  asker: '',
  action: '',
  reason: '',
}
type Held = typeof shape

const byNumber = 'substr(requests.number, 1, 8), length(requests.number), requests.number'
const ofThese = `SELECT requests.id, requests.owner, requests.status, formats.code, requests.decidedAt, undoable.decision, asker, undoable_decisions.action,
    undoable_decisions.reason, requests.documentStatus = 'pending' AND requests.documentNumber = '' AS isUnnumbered
  FROM undoable JOIN undoable_decisions USING (decision) JOIN requests ON requests.id = undoable.request
  JOIN formats ON formats.id = requests.format
  WHERE undoable.request IN (SELECT value FROM json_each({:ids})) ORDER BY undoable.decision, ${byNumber}`

/** Settles, in the transaction of who does something else with them, those of these requests that are held. Answers whether any was. */
export function finalizeRequests(tx: CoreApp, ids: string[]): boolean {
  if (!ids.length || !row(tx, 'SELECT 1 AS n FROM undoable LIMIT 1', {}, { n: 0 })) return false
  const found = rows(tx, ofThese, { ids: JSON.stringify(ids) }, shape)
  for (const decision of new Set(found.map((each) => each.decision)))
    finalize(
      tx,
      found.filter((each) => each.decision === decision),
    )
  return found.length > 0
}

/** Settles a decision whose time has passed, part by part; the numbers of its documents follow those of its requests. */
export function finalizeDecision(app: CoreApp, decision: string) {
  // They are put in order once, and not under the lock of each part.
  const ids = rows(
    app,
    `SELECT requests.id FROM undoable JOIN requests ON requests.id = undoable.request
     WHERE undoable.decision = {:decision} ORDER BY ${byNumber}`,
    { decision },
    { id: '' },
  ).map(({ id }) => id)
  for (let first = 0; first < ids.length; first += undoChunk) {
    if (first) yieldToWriters(app)
    writing(app, (tx) => {
      finalizeRequests(tx, ids.slice(first, first + undoChunk))
    })
  }
  // A decision of very many may still be in the making.
  run(
    app,
    `DELETE FROM undoable_decisions WHERE decision = {:decision} AND NOT EXISTS
       (SELECT 1 FROM undoable JOIN requests ON requests.id = undoable.request WHERE undoable.decision = {:decision})`,
    { decision },
  )
  releaseWebhooks(app, decision)
}

/** What was held back is done, of requests of one decision. */
function finalize(tx: CoreApp, held: Held[]) {
  const [first] = held
  if (!first) return
  const due = held.filter(({ isUnnumbered }) => isUnnumbered)
  const changes = due.map(
    ({ id, owner, code }): Change => ({ id, owner, from: '', set: {}, takesDocumentNumber: code }),
  )
  // At the turn of the year the number is of the day on which it was decided, as the document says.
  const years = due.map(({ decidedAt }) => yearOf(tx, decidedAt))
  for (const year of new Set(years))
    numberChanges(
      tx,
      changes.filter((_, place) => years[place] === year),
      year,
    )
  writeBySql(tx, changes)
  release(
    tx,
    held.map(({ id }) => id),
  )
  // Where it only went on, those who decide next are told, and its owner at the end of its route.
  const ended = held.filter(({ status }) => status !== 'submitted')
  const goingOn = held.filter(({ status }) => status === 'submitted')
  enqueueWebhook(
    tx,
    'request.decided',
    'requests',
    ended.map(({ id }) => id),
    first.decision,
  )
  notifyDeciders(
    tx,
    first.asker,
    waitingAmong(
      tx,
      goingOn.map(({ id }) => id),
    ),
  )
  const asker = personById(tx, first.asker)
  if (!asker) return
  const step = { action: first.action as RequestAction, reason: first.reason, decision: first.decision, asker }
  enqueueDecisionMails(tx, step, ended, true)
  notifyOwners(tx, step, ended)
}

export function release(tx: CoreApp, ids: string[]) {
  run(tx, 'DELETE FROM undoable WHERE request IN (SELECT value FROM json_each({:ids}))', { ids: JSON.stringify(ids) })
}
