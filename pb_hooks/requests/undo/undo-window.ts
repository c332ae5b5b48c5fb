import { type RequestAction, requestActions } from '../../../src/domain/requests/actions.ts'
import { bulkTimeoutMs, formatTimestamp, getLocalYear } from '../../lib/clock.ts'
import { getUndoSeconds } from '../../lib/environment.ts'
import { getPathId } from '../../lib/http.ts'
import { getIds } from '../../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireUser } from '../../lib/users.ts'
import { makeWebhookGroupDue } from '../../lib/webhook-queue.ts'
import type { PerformedAction, PlannedChange } from '../actions/action.ts'
import { actionHandlers } from '../actions/action-handlers.ts'
import { assignNumbers, writeChangesBySql } from '../actions/write-changes.ts'
import type { ApproverFieldsUpdate } from '../approver-fields/approver-fields.ts'

// Undo window of decisions. A decision that can be undone is written immediately. Its documents, numbers, notices, mails
// and webhooks are deferred until the window ends or another action changes the same requests. The decision is then
// finalized and can no longer be undone.

/** Number of requests finalized or undone per transaction. */
export const undoChunkSize = 100

export const supportsUndo = (action: RequestAction) => getUndoSeconds() > 0 && requestActions[action].undoable === true

/** JSON object of the columns that a decision changes, with their previous values. An undo restores exactly these columns. */
const previousColumns = `json_object('status', status, 'step', step, 'reviewer', reviewer, 'reason', reason, 'decidedAt', decidedAt, 'finality', finality,
  'documentStatus', documentStatus, 'documentError', documentError, 'documentLease', 0)`

/**
 * Stores the requests of a decision, with their previous values, before the decision is written. `filled`: values filled in with the decision,
 * for a single request.
 */
export function deferEffects(
  tx: CoreApp,
  { id: decision, action, caller, reason }: PerformedAction,
  changes: PlannedChange[],
  filled?: ApproverFieldsUpdate | undefined,
) {
  if (!changes.length) return
  const decided = changes.map(({ id, decisions = [] }) => ({ id, holders: decisions.map(({ holder }) => holder) }))
  executeSql(
    tx,
    `INSERT INTO undoable (request, decision, before, holders, filled)
     SELECT requests.id, {:decision}, ${previousColumns}, value -> 'holders', {:filled}
     FROM json_each({:decided}) JOIN requests ON requests.id = value ->> 'id'`,
    { decision, decided: JSON.stringify(decided), filled: filled ? JSON.stringify(filled) : '' },
  )
  executeSql(
    tx,
    `INSERT OR IGNORE INTO undoable_decisions (decision, asker, action, reason, until)
     VALUES ({:decision}, {:caller}, {:action}, {:reason}, {:until})`,
    { decision, caller: caller.id, action, reason, until: formatTimestamp(Date.now() + bulkTimeoutMs) },
  )
  for (const change of changes) delete change.documentNumberSeries
}

/** Starts the undo window after all chunks of a decision are written. */
export function openUndoWindow(app: CoreApp, decision: string): { id: string; seconds: number } {
  const seconds = getUndoSeconds()
  const until = formatTimestamp(Date.now() + seconds * 1000)
  executeSql(app, 'UPDATE undoable_decisions SET until = {:until} WHERE decision = {:decision}', { until, decision })
  engine.wake('decisions', seconds * 1000 + 1)
  return { id: decision, seconds }
}

/**
 * `POST /api/app/decisions/{id}/settle`: ends the undo window early, because the caller left the page that offers the undo. The job
 * `decisions` finalizes the decision immediately.
 */
export function closeUndoWindow(e: core.RequestEvent) {
  executeSql(
    e.app,
    `UPDATE undoable_decisions SET until = {:now} WHERE decision = {:decision} AND asker = {:me} AND NOT isUndone AND until > {:now}`,
    { decision: getPathId(e), me: requireUser(e).id, now: formatTimestamp() },
  )
  engine.wake('decisions', 1)
  return e.noContent(204)
}

const deferredColumns = {
  id: '',
  owner: '',
  number: '',
  format: '',
  code: '',
  status: '',
  decidedAt: '',
  isUnnumbered: 0,
  decision: '',
  caller: '',
  action: '',
  reason: '',
}
type DeferredRequest = typeof deferredColumns

const numberOrder = 'substr(requests.number, 1, 8), length(requests.number), requests.number'
const deferredRequestsQuery = `SELECT requests.id, requests.owner, requests.number, formats.name AS format, formats.code, requests.status, requests.decidedAt,
    requests.documentStatus = 'pending' AND requests.documentNumber = '' AS isUnnumbered,
    undoable.decision, asker AS caller, undoable_decisions.action, undoable_decisions.reason
  FROM undoable JOIN undoable_decisions USING (decision) JOIN requests ON requests.id = undoable.request
  JOIN formats ON formats.id = requests.format
  WHERE undoable.request IN (SELECT value FROM json_each({:ids})) ORDER BY undoable.decision, ${numberOrder}`

/** Finalizes requests whose decision can still be undone, before another action changes them. Returns `false` if there were none. */
export function finalizeRequests(tx: CoreApp, ids: string[]): boolean {
  if (!ids.length || !queryRow(tx, 'SELECT 1 AS n FROM undoable LIMIT 1', {}, { n: 0 })) return false
  const found = queryRows(tx, deferredRequestsQuery, { ids: JSON.stringify(ids) }, deferredColumns)
  for (const decision of new Set(found.map((each) => each.decision)))
    finalize(
      tx,
      found.filter((each) => each.decision === decision),
    )
  return found.length > 0
}

/** Finalizes a decision after its undo window, one transaction per chunk. Documents are numbered in the order of the requests. */
export function finalizeDecision(app: CoreApp, decision: string) {
  // Sorts once, before the transactions.
  const ids = queryRows(
    app,
    `SELECT requests.id FROM undoable JOIN requests ON requests.id = undoable.request
     WHERE undoable.decision = {:decision} ORDER BY ${numberOrder}`,
    { decision },
    { id: '' },
  ).map(({ id }) => id)
  for (let first = 0; first < ids.length; first += undoChunkSize) {
    if (first) engine.yieldToWriters()
    writeInTransaction(app, (tx) => {
      finalizeRequests(tx, ids.slice(first, first + undoChunkSize))
    })
  }
  writeInTransaction(app, (tx) => {
    // Deletes the decision only if no requests remain, because a bulk decision may still be writing chunks.
    executeSql(
      tx,
      `DELETE FROM undoable_decisions WHERE decision = {:decision} AND NOT EXISTS
         (SELECT 1 FROM undoable JOIN requests ON requests.id = undoable.request WHERE undoable.decision = {:decision})`,
      { decision },
    )
    makeWebhookGroupDue(tx, decision)
  })
}

/** Numbers the documents of some requests of one decision, ends their undo window and runs the deferred effects. */
function finalize(tx: CoreApp, requests: DeferredRequest[]) {
  const [first] = requests
  if (!first) return
  numberDocuments(
    tx,
    requests.filter(({ isUnnumbered }) => isUnnumbered),
  )
  deleteUndoEntries(tx, getIds(requests))
  const { decision: id, caller, reason } = first
  const action = first.action as RequestAction
  const grouping = { groupKey: id, mailsWait: false }
  const done = { id, action, caller: { id: caller }, reason, requests, documents: [], ...grouping }
  for (const run of actionHandlers[action].effectsAfterUndo ?? []) run(tx, done)
}

/** Assigns document numbers. The number contains the year of the decision, like the date of the document. */
function numberDocuments(tx: CoreApp, requests: DeferredRequest[]) {
  const changes = requests.map(({ id, code, decidedAt }) => ({
    id,
    set: {},
    documentNumberSeries: code,
    year: getLocalYear(tx, decidedAt),
  }))
  for (const year of new Set(changes.map((change) => change.year)))
    assignNumbers(
      tx,
      changes.filter((change) => change.year === year),
      year,
    )
  writeChangesBySql(tx, changes)
}

/** Ends the undo window of these requests without publishing effects. */
export function deleteUndoEntries(tx: CoreApp, ids: string[]) {
  executeSql(tx, 'DELETE FROM undoable WHERE request IN (SELECT value FROM json_each({:ids}))', {
    ids: JSON.stringify(ids),
  })
}
