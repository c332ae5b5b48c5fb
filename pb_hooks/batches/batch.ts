import type { BatchStatus } from '../../src/domain/batches/batch.ts'
import { type BatchAction, batchTransitions, isBatchActionAllowed } from '../../src/domain/batches/batch-transitions.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, isAdmin, requireUser } from '../lib/users.ts'
import { recordBatchEvent } from './batch-effects.ts'

/** Returns the batch of the path for its owner or an administrator. Refuses with 404 for other users. */
export function requireVisibleBatch(app: CoreApp, e: core.RequestEvent, caller: core.Record): core.Record {
  const batch = app.findRecordsByIds('batches', [getPathId(e)])[0]
  if (!batch || (batch.getString('owner') !== caller.id && !isAdmin(caller)))
    throw createErrorResponse('batch.notFound', 404)
  return batch
}

interface PermittedBatch {
  batch: core.Record
  caller: core.Record
  /** Whether an administrator acts for an owner who is no longer active. */
  asDeputy: boolean
}

/** Returns the batch of the path if the caller may run `action` on it. */
export function requirePermittedBatch(e: core.RequestEvent, action: BatchAction, app: CoreApp = e.app): PermittedBatch {
  const caller = requireUser(e)
  const batch = requireVisibleBatch(app, e, caller)
  const { by, deputy } = batchTransitions[action]
  if (by !== 'owner' || batch.getString('owner') === caller.id) return { batch, caller, asDeputy: false }
  if (!deputy.length || isOwnerActive(app, batch)) throw createErrorResponse('batch.forbidden', 403)
  return { batch, caller, asDeputy: true }
}

function isOwnerActive(app: CoreApp, batch: core.Record): boolean {
  return findUserById(app, batch.getString('owner'))?.getBool('isActive') ?? false
}

/** Returns whether an active user is responsible for the batch: its owner, or the administrator who confirmed it in the owner's place. */
export function hasResponsibleUser(app: CoreApp, batch: string): boolean {
  return (
    queryRow(
      app,
      `SELECT id FROM batches WHERE id = {:batch} AND ${activeResponsibleUserCondition}`,
      { batch },
      { id: '' },
    ) !== undefined
  )
}

export const activeResponsibleUserCondition = `EXISTS (SELECT 1 FROM users WHERE users.isActive
  AND (users.id = batches.owner OR (users.id = batches.sender AND users.role = '_admin')))`

/** Runs an action of a batch in one transaction and records it in the history. */
export function runBatchAction(
  e: core.RequestEvent,
  action: BatchAction,
  change: (tx: CoreApp, batch: core.Record, caller: core.Record) => void,
): { batch: core.Record } {
  let { batch } = requirePermittedBatch(e, action)
  writeInTransaction(e.app, (tx) => {
    const permitted = requirePermittedBatch(e, action, tx)
    const { caller, asDeputy } = permitted
    batch = permitted.batch
    const from = batch.getString('status') as BatchStatus
    if (!isBatchActionAllowed(from, action, asDeputy)) throw createErrorResponse('batch.transition', 409)
    change(tx, batch, caller)
    batch.ignoreUnchangedFields(true)
    writeAndPushRecord(tx, batch, () => tx.save(batch))
    if (action !== 'rows') recordBatchEvent(tx, batch, { action, actor: caller, from })
  })
  return { batch }
}

/** Updates the row counters of a batch and the status that depends on them. */
export function updateRowCounts(tx: CoreApp, batch: core.Record) {
  const errors = countBatchRows(tx, batch.id, 'error')
  batch.set('errorCount', errors)
  batch.set('discardedCount', countBatchRows(tx, batch.id, 'discarded'))
  if (batch.getString('status') !== 'completed_with_pending') batch.set('status', errors ? 'fixing' : 'ready')
  else if (!errors && !countBatchRows(tx, batch.id, 'valid')) batch.set('status', 'completed')
}

export function countBatchRows(app: CoreApp, batch: string, status: string): number {
  const query = 'SELECT count(*) AS count FROM batch_rows WHERE batch = {:batch} AND status = {:status}'
  return queryRow(app, query, { batch, status }, { count: 0 })?.count ?? 0
}

/** Maximum total size in bytes of a user's unsubmitted batches: 1 GiB, about ten batches of maximum size. */
export const maxUnsubmittedFileBytes = 1024 ** 3

/** Returns the size in bytes of a user's batches that are not yet requests. Includes batches cancelled in the last 24 hours. */
export function sumUnsubmittedFileBytes(tx: CoreApp, owner: string): number {
  const sum = queryRow(
    tx,
    `SELECT ifnull(sum(bytes), 0) AS bytes FROM batches WHERE owner = {:owner}
     AND (status IN ('loaded', 'fixing', 'ready', 'completed_with_pending') OR (status = 'cancelled' AND finishedAt > {:yesterday}))`,
    { owner, yesterday: formatTimestamp(Date.now() - 86_400_000) },
    { bytes: 0 },
  )
  return sum?.bytes ?? 0
}

/** Returns the total bytes of a batch's rows that are not requests yet. */
export function sumPendingBytes(tx: CoreApp, batch: string): number {
  const sum = queryRow(
    tx,
    `SELECT ifnull(sum(length("values") + ifnull(length(wrong), 0)), 0) AS bytes FROM batch_rows
     WHERE batch = {:batch} AND status IN ('valid', 'error')`,
    { batch },
    { bytes: 0 },
  )
  return sum?.bytes ?? 0
}
