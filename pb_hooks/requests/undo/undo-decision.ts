import type { Values } from '../../../src/domain/fields/field.ts'
import { createVersionCache, type VersionLoader } from '../../formats/versions.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { recordEvents } from '../../lib/events.ts'
import { createErrorResponse, getPathId } from '../../lib/http.ts'
import { logError } from '../../lib/log.ts'
import { getIds } from '../../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { findUserById, isAdmin, requireUser } from '../../lib/users.ts'
import { makeWebhookGroupDue } from '../../lib/webhook-queue.ts'
import type { ActionPlan, RequestUpdate } from '../actions/action.ts'
import { skipDuplicates } from '../actions/duplicates.ts'
import { writeChanges } from '../actions/write-changes.ts'
import {
  type ApproverFieldsUpdate,
  recordApproverFields,
  restoreApproverValues,
} from '../approver-fields/approver-fields.ts'
import { findApprovers } from '../decision-rights.ts'
import { updateApproverPages } from '../effects/notify-approvers.ts'
import { dueDecisionsClause, getWindowBounds } from './due-jobs.ts'
import { deleteUndoEntries, finalizeDecision, finalizeRequests, undoChunkSize } from './undo-window.ts'

/** Lease in ms: after it, another process may continue an unfinished undo. */
const leaseMs = 60_000

/** Time in ms in which a repeated undo gets the result of the first. */
const repeatMs = 60_000

type UndoResult = Pick<ActionPlan, 'skipped'> & { changed: string[] }

/** Requests of the decision whose undo window is open. */
const openRequests = 'SELECT 1 FROM undoable WHERE undoable.decision = undoable_decisions.decision'

/**
 * `POST /api/app/decisions/{id}/undo` → `{changed, skipped}`: restores what a decision of the caller changed. Requests that changed since stay
 * as they are. A repeated call gets the same result, because the first response may be lost.
 */
export function undoDecision(e: core.RequestEvent) {
  const caller = requireUser(e)
  const decision = getPathId(e)
  // A former administrator may undo only decisions at a stage of a route.
  const [open] = queryRows(
    e.app,
    `UPDATE undoable_decisions SET isUndone = 1, until = {:later}
     WHERE decision = {:decision} AND asker = {:me} AND (isUndone OR until >= {:now}) AND EXISTS (${openRequests})
       AND ({:isAdmin} OR NOT EXISTS (${openRequests} AND NOT before ->> 'step')) RETURNING decision`,
    {
      decision,
      me: caller.id,
      isAdmin: isAdmin(caller) ? 1 : 0,
      now: formatTimestamp(),
      later: formatTimestamp(Date.now() + leaseMs),
    },
    { decision: '' },
  )
  if (open) revertDecision(e.app, decision)
  const result = findUndoResult(e.app, decision, caller.id)
  if (!result) throw createErrorResponse('request.undo', 409)
  return e.json(200, result)
}

/** Returns the result of a decision that this user undid less than a minute ago. */
function findUndoResult(app: CoreApp, decision: string, caller: string): UndoResult | null {
  const query =
    'SELECT result FROM undone_decisions WHERE decision = {:decision} AND asker = {:caller} AND until >= {:now}'
  const found = queryRow(app, query, { decision, caller, now: formatTimestamp() }, { result: '' })
  return parseStoredJson<UndoResult | null>(found?.result ?? '', null)
}

/**
 * Undoes a decision, one transaction per chunk; also continues after a restart. A request that cannot be restored keeps
 * the decision.
 */
function revertDecision(app: CoreApp, decision: string) {
  let result: UndoResult = { changed: [], skipped: [] }
  const versionOf = createVersionCache()
  const routed = findRoutedRequests(app, decision)
  const [versions, ids] = [new Set(routed.map(({ formatVersion }) => formatVersion)), getIds(routed)]
  const approvers = findApprovers(app, versions, ids)
  for (let size = undoChunkSize, isDone = false; !isDone; ) {
    let plan: RevertPlan = { changes: [], skipped: [] }
    let next = result
    try {
      writeInTransaction(app, (tx) => {
        plan = planRevert(tx, decision, versionOf, size)
        const { changes, skipped } = plan
        writeRevert(tx, decision, plan)
        next = { changed: [...result.changed, ...getIds(changes)], skipped: [...result.skipped, ...skipped] }
        isDone = changes.length + skipped.length < size
        // Ends in the transaction of the last chunk, because a repeated call may run at the same time.
        if (isDone) endUndo(tx, decision, next)
      })
      result = next
    } catch (error) {
      logError(`undoing decision ${decision}:`, error)
      isDone = false
      const [first] = plan.changes
      if (!first) throw error
      if (size === 1) {
        writeInTransaction(app, (tx) => {
          finalizeRequests(tx, [first.id])
          deleteUndoEntries(tx, [first.id])
        })
        result.skipped.push({ id: first.id, code: 'request.undo' })
      }
      size = size === 1 ? undoChunkSize : 1
    }
  }
  updateApproverPages(app, versions, ids, approvers)
}

function findRoutedRequests(app: CoreApp, decision: string) {
  const query = `SELECT requests.id, formatVersion FROM undoable JOIN requests ON requests.id = undoable.request
    WHERE decision = {:decision} AND before ->> 'step'`
  return queryRows(app, query, { decision }, { id: '', formatVersion: '' })
}

function endUndo(tx: CoreApp, decision: string, result: UndoResult) {
  const [now, until] = [formatTimestamp(), formatTimestamp(Date.now() + repeatMs)]
  executeSql(tx, 'DELETE FROM undone_decisions WHERE until < {:now}', { now })
  executeSql(
    tx,
    `INSERT OR IGNORE INTO undone_decisions (decision, asker, result, until)
     SELECT decision, asker, {:result}, {:until} FROM undoable_decisions WHERE decision = {:decision}`,
    { decision, result: JSON.stringify(result), until },
  )
  executeSql(tx, 'DELETE FROM undoable_decisions WHERE decision = {:decision}', { decision })
  makeWebhookGroupDue(tx, decision)
}

const deleteReportedDecisions = `DELETE FROM reported_decisions WHERE (decidedAt, position) IN
  (SELECT decidedAt, serial FROM requests WHERE id IN (SELECT value FROM json_each({:ids})))`

const deleteStageApprovals = `DELETE FROM request_decisions WHERE id IN (SELECT done.id FROM undoable JOIN undoable_decisions USING (decision)
  JOIN request_decisions AS done ON done.request = undoable.request AND done.counts AND done.action = undoable_decisions.action
    AND done.position = undoable.before ->> 'step' AND done.holder IN (SELECT value FROM json_each(undoable.holders))
  WHERE undoable.request IN (SELECT value FROM json_each({:ids})))`

function writeRevert(tx: CoreApp, decision: string, { changes, skipped }: RevertPlan) {
  const last = new Set(new Map(changes.map(({ owner, id }) => [owner, id])).values())
  const ids = getIds(changes)
  for (const sql of [deleteReportedDecisions, deleteStageApprovals]) executeSql(tx, sql, { ids: JSON.stringify(ids) })
  const query = 'SELECT asker FROM undoable_decisions WHERE decision = {:decision}'
  const caller = findUserById(tx, queryRow(tx, query, { decision }, { asker: '' })?.asker ?? '')
  restoreFilledValues(tx, ids, caller)
  writeChanges(tx, changes, last)
  deleteUndoEntries(tx, ids)
  finalizeRequests(tx, getIds(skipped))
  const lines = changes.map(({ id, owner, from, set }) => ({ subjectId: id, owner, from, to: String(set.status) }))
  recordEvents(tx, { subject: 'requests', action: 'undo', actor: caller }, lines)
}

/** Restores the values that approvers had filled before the decision, and records the restoration in the history. */
function restoreFilledValues(tx: CoreApp, ids: string[], caller: core.Record | undefined) {
  const query = `SELECT request AS id, filled FROM undoable
    WHERE filled != '' AND request IN (SELECT value FROM json_each({:ids}))`
  for (const { id, filled } of queryRows(tx, query, { ids: JSON.stringify(ids) }, { id: '', filled: '' })) {
    const written = parseStoredJson<ApproverFieldsUpdate | null>(filled, null)
    if (!written || !restoreApproverValues(tx, id, written)) continue
    const back = Object.entries(written.changes).map(([label, { from, to }]) => [label, { from: to, to: from }])
    recordApproverFields(tx, caller, id, Object.fromEntries(back))
  }
}

type RevertPlan = ActionPlan<RequestUpdate>

const revertColumns = { id: '', owner: '', from: '', before: '', formatVersion: '', values: '', isCorrected: 0 }

/** Plans the next chunk of up to `size` requests. Skips returned requests that the requester has already corrected. */
function planRevert(tx: CoreApp, decision: string, versionOf: VersionLoader, size: number): RevertPlan {
  const found = queryRows(
    tx,
    `SELECT requests.id, requests.owner, requests.status AS "from", undoable.before, requests.formatVersion,
       iif(undoable.before ->> 'status' = 'submitted', requests."values", '') AS "values", undoable_decisions.action = 'return' AND
         EXISTS (SELECT 1 FROM request_revisions AS kept WHERE kept.request = requests.id AND kept.revision = requests.revision) AS isCorrected
     FROM undoable JOIN undoable_decisions USING (decision) JOIN requests ON requests.id = undoable.request
     WHERE decision = {:decision} ORDER BY undoable.request LIMIT ${size}`,
    { decision },
    revertColumns,
  )
  const plan: RevertPlan = { changes: [], skipped: [] }
  for (const { id, owner, from, before, isCorrected } of found)
    if (isCorrected) plan.skipped.push({ id, code: 'request.changed' })
    else plan.changes.push({ id, owner, from, set: parseStoredJson<RequestUpdate['set']>(before, {}) })
  // Skips restored requests whose unique values another request uses by now.
  const byId = new Map(found.map((one) => [one.id, one]))
  return skipDuplicates(tx, plan, 'request.duplicate', ({ id, set }) => {
    const one = set.status === 'submitted' ? byId.get(id) : undefined
    return one && { version: versionOf(tx, one.formatVersion), values: parseStoredJson<Values>(one.values, {}) }
  })
}

/** Finalizes or undoes the next due decision; returns `false` if none is due. If it fails, a later call tries again. */
export function processNextDueDecision(app: CoreApp): boolean {
  const query = `SELECT decision, isUndone FROM ${dueDecisionsClause} ORDER BY until LIMIT 1`
  const due = queryRow(app, query, getWindowBounds(), { decision: '', isUndone: 0 })
  if (!due) return false
  const { decision } = due
  try {
    if (due.isUndone) revertDecision(app, decision)
    else finalizeDecision(app, decision)
  } catch (error) {
    logError(`settling decision ${decision}:`, error)
    const until = formatTimestamp(Date.now() + leaseMs)
    executeSql(app, 'UPDATE undoable_decisions SET until = {:until} WHERE decision = {:decision}', { until, decision })
  }
  return true
}
