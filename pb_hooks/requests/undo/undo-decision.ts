import type { Values } from '../../../src/domain/fields/field.ts'
import { createVersionCache, type VersionLoader } from '../../formats/versions.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { logError } from '../../lib/log.ts'
import { getPathId } from '../../lib/request-input.ts'
import { executeSql, queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { findUserById, isAdmin, requireUser } from '../../lib/users.ts'
import { releaseWebhookGroup } from '../../lib/webhook-queue.ts'
import type { ActionPlan, RequestUpdate } from '../actions/change-types.ts'
import { skipDuplicates } from '../actions/duplicates.ts'
import { writeChanges } from '../actions/write-changes.ts'
import { type ApproverFieldsUpdate, restoreApproverValues } from '../approver-fields/approver-fields.ts'
import { findApprovers } from '../decision-rights.ts'
import { notifyApprovers, publishUndoEffects, recordApproverFields } from '../effects/effects.ts'
import { dueDecisionsClause, getWindowBounds } from './due-jobs.ts'
import { deleteUndoEntries, finalizeDecision, finalizeRequests, undoChunkSize } from './undo-window.ts'

/** Lease in ms: after it, another process may continue an unfinished undo. */
const leaseMs = 60_000

/** Time in ms in which a repeated undo gets the result of the first. */
const repeatMs = 60_000

/**
 * `POST /api/app/decisions/{id}/undo` → `{changed, skipped}`: restores what a decision of the caller changed. Requests that changed since stay
 * as they are. A repeated call gets the same result, because the first response may be lost.
 */
export function undoDecision(e: core.RequestEvent) {
  const caller = requireUser(e)
  const decision = getPathId(e)
  // A former administrator may undo only decisions at a stage of a route.
  const isOfAdmins = queryRow(
    e.app,
    `SELECT 1 AS n FROM undoable WHERE ${noStageCondition} LIMIT 1`,
    { decision },
    { n: 0 },
  )
  if (isOfAdmins && !isAdmin(caller)) throw createErrorResponse('request.undo', 409)
  const [open] = queryRows(
    e.app,
    `UPDATE undoable_decisions SET isUndone = 1, until = {:later}
     WHERE decision = {:decision} AND asker = {:me} AND (isUndone OR until >= {:now}) RETURNING action`,
    { decision, me: caller.id, now: formatTimestamp(), later: formatTimestamp(Date.now() + leaseMs) },
    { action: '' },
  )
  const isThere = queryRow(
    e.app,
    'SELECT 1 AS n FROM undoable WHERE decision = {:decision} LIMIT 1',
    { decision },
    { n: 0 },
  )
  if (open && isThere) revertDecision(e.app, decision)
  const result = findUndoResult(e.app, decision, caller.id)
  if (!result) throw createErrorResponse('request.undo', 409)
  return e.json(200, result)
}

type UndoResult = Pick<ActionPlan, 'skipped'> & { changed: string[] }

/** Returns the result of a decision that this user undid less than a minute ago. */
function findUndoResult(app: CoreApp, decision: string, caller: string): UndoResult | null {
  const query =
    'SELECT result FROM undone_decisions WHERE decision = {:decision} AND asker = {:caller} AND until >= {:now}'
  const found = queryRow(app, query, { decision, caller, now: formatTimestamp() }, { result: '' })
  return parseStoredJson<UndoResult | null>(found?.result ?? '', null)
}

const noStageCondition = "decision = {:decision} AND NOT before ->> 'step'"

/**
 * Undoes a decision, one transaction per chunk; also continues after a restart. A request that cannot be restored keeps
 * the decision.
 */
function revertDecision(app: CoreApp, decision: string) {
  const result: UndoResult = { changed: [], skipped: [] }
  const versionOf = createVersionCache()
  const routed = findRoutedVersions(app, decision)
  const deciders = findApprovers(app, routed)
  for (let size = undoChunkSize, left = true; left; ) {
    let plan: ReturnType<typeof planRevert>
    let isLast = false
    try {
      writeInTransaction(app, (tx) => {
        plan = planRevert(tx, decision, versionOf, size)
        if (plan) writeRevert(tx, plan)
        isLast = !plan || plan.changes.length + plan.skipped.length < size
        // Ends in the transaction of the last chunk, because a repeated call may run at the same time.
        if (isLast) endUndo(tx, decision, addToResult(result, plan))
      })
      left = !isLast
      result.changed.push(...getChangedIds(plan))
      result.skipped.push(...(plan?.skipped ?? []))
    } catch (error) {
      logError(`undoing decision ${decision}:`, error)
      const [first] = plan?.changes ?? []
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
  notifyApprovers(app, routed, deciders)
}

const getChangedIds = (plan: RevertPlan | undefined) => (plan?.changes ?? []).map(({ id }) => id)

const addToResult = ({ changed, skipped }: UndoResult, plan: RevertPlan | undefined): UndoResult => ({
  changed: [...changed, ...getChangedIds(plan)],
  skipped: [...skipped, ...(plan?.skipped ?? [])],
})

function findRoutedVersions(app: CoreApp, decision: string): ReadonlySet<string> {
  const query = `SELECT DISTINCT formatVersion FROM undoable JOIN requests ON requests.id = undoable.request
    WHERE decision = {:decision} AND before ->> 'step'`
  return new Set(queryRows(app, query, { decision }, { formatVersion: '' }).map(({ formatVersion }) => formatVersion))
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
  releaseWebhookGroup(tx, decision)
}

function writeRevert(tx: CoreApp, { changes, skipped, caller }: RevertPlan) {
  const last = new Set(new Map(changes.map(({ owner, id }) => [owner, id])).values())
  deleteReportedDecisions(tx, changes)
  deleteStageApprovals(tx, changes)
  const person = findUserById(tx, caller)
  restoreFilledValues(tx, changes, person)
  writeChanges(tx, changes, last)
  deleteUndoEntries(
    tx,
    changes.map(({ id }) => id),
  )
  finalizeRequests(
    tx,
    skipped.map(({ id }) => id),
  )
  publishUndoEffects(tx, person, changes)
}

function deleteReportedDecisions(tx: CoreApp, changes: RequestUpdate[]) {
  executeSql(
    tx,
    `DELETE FROM reported_decisions WHERE (decidedAt, position) IN
       (SELECT decidedAt, serial FROM requests WHERE id IN (SELECT value FROM json_each({:ids})))`,
    { ids: JSON.stringify(changes.map(({ id }) => id)) },
  )
}

function deleteStageApprovals(tx: CoreApp, changes: RequestUpdate[]) {
  executeSql(
    tx,
    `DELETE FROM request_decisions WHERE id IN (SELECT done.id FROM undoable JOIN undoable_decisions USING (decision)
       JOIN request_decisions AS done ON done.request = undoable.request AND done.counts AND done.action = undoable_decisions.action
         AND done.position = undoable.before ->> 'step' AND done.holder IN (SELECT value FROM json_each(undoable.holders))
       WHERE undoable.request IN (SELECT value FROM json_each({:ids})))`,
    { ids: JSON.stringify(changes.map(({ id }) => id)) },
  )
}

/** Restores the values that approvers had filled before the decision, and records the restoration in the history. */
function restoreFilledValues(tx: CoreApp, changes: RequestUpdate[], caller: core.Record | undefined) {
  const query = `SELECT request AS id, filled FROM undoable
    WHERE filled != '' AND request IN (SELECT value FROM json_each({:ids}))`
  const found = queryRows(tx, query, { ids: JSON.stringify(changes.map(({ id }) => id)) }, { id: '', filled: '' })
  for (const { id, filled } of found) {
    const written = parseStoredJson<ApproverFieldsUpdate | null>(filled, null)
    if (!written || !restoreApproverValues(tx, id, written)) continue
    const back = Object.entries(written.changes).map(([label, { from, to }]) => [label, { from: to, to: from }])
    recordApproverFields(tx, caller, id, Object.fromEntries(back))
  }
}

type RevertPlan = ActionPlan<RequestUpdate> & { caller: string }

const revertColumns = {
  id: '',
  owner: '',
  from: '',
  before: '',
  formatVersion: '',
  values: '',
  isChanged: 0,
  action: '',
  caller: '',
}

/** Plans the next chunk of up to `size` requests; `undefined` if none is left. Skips returned requests that the requester has already corrected. */
function planRevert(tx: CoreApp, decision: string, versionOf: VersionLoader, size: number): RevertPlan | undefined {
  const found = queryRows(
    tx,
    `SELECT requests.id, requests.owner, requests.status AS "from", undoable.before, requests.formatVersion, undoable_decisions.action, asker AS caller,
       iif(undoable.before ->> 'status' = 'submitted', requests."values", '') AS "values",
       EXISTS (SELECT 1 FROM request_revisions AS kept WHERE kept.request = requests.id AND kept.revision = requests.revision) AS isChanged
     FROM undoable JOIN undoable_decisions USING (decision) JOIN requests ON requests.id = undoable.request
     WHERE decision = {:decision} ORDER BY undoable.request LIMIT ${size}`,
    { decision },
    revertColumns,
  )
  const [first] = found
  if (!first) return undefined
  const byId = new Map(found.map((one) => [one.id, one]))
  const plan: ActionPlan<RequestUpdate> = { changes: [], skipped: [] }
  for (const { id, owner, from, before, isChanged, action } of found)
    if (isChanged && action === 'return') plan.skipped.push({ id, code: 'request.changed' })
    else plan.changes.push({ id, owner, from, set: parseStoredJson<RequestUpdate['set']>(before, {}) })
  // Skips restored requests whose unique values another request uses by now.
  skipDuplicates(tx, plan, {
    versionOf: ({ id, set }) =>
      set.status === 'submitted' ? versionOf(tx, byId.get(id)?.formatVersion ?? '') : undefined,
    valuesOf: ({ id }) => parseStoredJson<Values>(byId.get(id)?.values ?? '', {}),
    code: 'request.duplicate',
  })
  return { ...plan, caller: first.caller }
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
    executeSql(app, 'UPDATE undoable_decisions SET until = {:until} WHERE decision = {:decision}', { decision, until })
  }
  return true
}
