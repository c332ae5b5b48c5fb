import type { BatchStatus } from '../../src/domain/batches/batch.ts'
import { batchSchema, discardRowsSchema, maxRowNumber } from '../../src/domain/batches/batch-input.ts'
import type { PreviousBatch } from '../../src/domain/batches/batch-output.ts'
import { isBatchActionAllowed } from '../../src/domain/batches/batch-transitions.ts'
import { refuseForbiddenFormat } from '../formats/format-access.ts'
import { findPublishedVersion, findVersion } from '../formats/versions.ts'
import { formatTimestamp, getValidationContext } from '../lib/clock.ts'
import { createErrorResponse, readInput, respondEarly } from '../lib/http.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { allocateNumbers } from '../lib/numbers/sequences.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { isAdmin, requireUser } from '../lib/users.ts'
import { loadDocumentGenerator } from '../requests/document-queue.ts'
import { countBatchRows, requirePermittedBatch, runBatchAction, updateRowCounts } from './batch.ts'
import { recordBatchEvent } from './batch-effects.ts'
import { refuseUnreadableLists } from './batch-list-lookup.ts'
import { markDuplicateRows, processBatch } from './batch-worker.ts'

/**
 * `POST /api/app/batches`: creates a batch for an import file. `id` is chosen by the client. A repeated call with the same `id` returns the
 * existing batch.
 */
export function createBatch(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { id, format, fileName, fileHash, total, again, joined = [] } = readInput(e, batchSchema)
  let batch = new Record(e.app.findCachedCollectionByNameOrId('batches'))
  let earlier: PreviousBatch | undefined
  writeInTransaction(e.app, (tx) => {
    const stored = id && findOwnBatch(tx, { id, owner: caller.id, format, fileHash })
    if (stored) {
      batch = stored
      return
    }
    if (id && isIdTaken(tx, id)) throw createErrorResponse('invalid', 400, { id: 'invalid' })
    earlier = again ? undefined : findEarlierBatch(tx, caller, format, fileHash)
    if (earlier) return
    const version = findPublishedVersion(tx, format)
    if (!version) throw createErrorResponse('format.notPublished', 400, { format: 'format.notPublished' })
    refuseForbiddenFormat(tx, format, caller)
    refuseUnreadableLists(tx, version, caller.id, joined)
    const [number] = allocateNumbers(tx, 'LOT', getValidationContext(tx).today.slice(0, 4), 1)
    batch.load({
      ...(id && { id }),
      number,
      format,
      formatVersion: version.id,
      owner: caller.id,
      fileName,
      fileHash,
      status: 'loaded',
      total,
      joined,
    })
    writeAndPushRecord(tx, batch, () => tx.save(batch))
    recordBatchEvent(tx, batch, { action: 'create', actor: caller, details: { fileName, total } })
  })
  return earlier ? respondDuplicate(e, earlier) : e.json(200, batch)
}

/** `POST /api/app/batches/{id}/confirm`: turns the valid rows into requests, after the response is sent. */
export function confirmBatch(e: core.RequestEvent) {
  markDuplicatesBefore(e)
  const { batch } = runBatchAction(e, 'confirm', (tx, batch, caller) => {
    const version = findVersion(tx, batch.getString('formatVersion'))
    if (version?.status !== 'published') throw createErrorResponse('format.notPublished')
    refuseForbiddenFormat(tx, version.format, caller)
    if (!countBatchRows(tx, batch.id, 'valid')) throw createErrorResponse('batch.empty')
    updateRowCounts(tx, batch)
    batch.set('status', 'processing')
    batch.set('sender', caller.id)
    batch.set('startedAt', formatTimestamp())
    batch.set('finishedAt', '')
  })
  respondEarly(e, 200, batch)
  processBatch(e.app, batch.id)
  loadDocumentGenerator().generatePendingDocuments(e.app)
}

/**
 * Marks duplicates before the transaction of the confirmation, because all other writers would wait for the search in 100,000 rows. They stay marked and
 * counted if the confirmation is refused, so that the user sees why.
 */
function markDuplicatesBefore(e: core.RequestEvent) {
  const { batch, caller, asDeputy } = requirePermittedBatch(e, 'confirm')
  const version = findVersion(e.app, batch.getString('formatVersion'))
  const isAllowed = (batch: core.Record) =>
    isBatchActionAllowed(batch.getString('status') as BatchStatus, 'confirm', asDeputy)
  // The transaction refuses such a confirmation.
  if (!isAllowed(batch) || version?.status !== 'published') return
  refuseForbiddenFormat(e.app, version.format, caller)
  markDuplicateRows(e.app, { batch, version, last: maxRowNumber }, (work) =>
    writeInTransaction(e.app, (tx) => {
      const latest = tx.findRecordById('batches', batch.id)
      if (!isAllowed(latest)) return
      work(tx)
      updateRowCounts(tx, latest)
      latest.ignoreUnchangedFields(true)
      writeAndPushRecord(tx, latest, () => tx.save(latest))
    }),
  )
}

/** `POST /api/app/batches/{id}/cancel`: cancels the remaining rows. Requests that were already created remain. */
export function cancelBatch(e: core.RequestEvent) {
  const { batch } = runBatchAction(e, 'cancel', (_tx, batch) => {
    batch.set('status', 'cancelled')
    batch.set('finishedAt', formatTimestamp())
  })
  return e.json(200, batch)
}

/** `POST /api/app/batches/{id}/discard`: excludes rows from submission. Uploading a row again includes it again. */
export function discardRows(e: core.RequestEvent) {
  const { rows } = readInput(e, discardRowsSchema)
  const { batch } = runBatchAction(e, 'discard', (tx, batch) => {
    executeSql(
      tx,
      `UPDATE batch_rows SET status = 'discarded' WHERE batch = {:batch} AND status IN ('valid', 'error')
       AND row IN (SELECT value FROM json_each({:rows}))`,
      { batch: batch.id, rows: JSON.stringify(rows) },
    )
    updateRowCounts(tx, batch)
  })
  return e.json(200, batch)
}

function findOwnBatch(app: CoreApp, batch: { id: string; owner: string; format: string; fileHash: string }) {
  const filter = 'id = {:id} && owner = {:owner} && format = {:format} && fileHash = {:fileHash}'
  return app.findRecordsByFilter('batches', filter, '', 1, 0, batch)[0]
}

/**
 * Returns whether a new batch cannot have the id. Rows and requests of a batch share the first 10 characters of the batch id, so no other
 * batch and no request may start with them.
 */
function isIdTaken(app: CoreApp, id: string): boolean {
  const prefix = id.slice(0, 10)
  const query = `SELECT id FROM batches WHERE id >= {:prefix} AND id < {:prefix} || '{'
    UNION ALL SELECT id FROM requests WHERE id >= {:prefix} AND id < {:prefix} || '{' LIMIT 1`
  return queryRow(app, query, { prefix }, { id: '' }) !== undefined
}

/** Returns the latest batch created from the same file and format. Its `id` is only included if the caller may see it. */
function findEarlierBatch(
  app: CoreApp,
  caller: core.Record,
  format: string,
  fileHash: string,
): PreviousBatch | undefined {
  const found = queryRow(
    app,
    `SELECT b.id, b.number, b.owner, u.name AS ownerName, b.created FROM batches b JOIN users u ON u.id = b.owner
     WHERE b.fileHash = {:fileHash} AND b.format = {:format} AND b.status != 'cancelled' ORDER BY b.created DESC LIMIT 1`,
    { fileHash, format },
    { id: '', number: '', owner: '', ownerName: '', created: '' },
  )
  if (!found) return undefined
  const { number, ownerName, created } = found
  return { id: found.owner === caller.id || isAdmin(caller) ? found.id : '', number, ownerName, created }
}

/** Responds with the refusal and the earlier batch, because a thrown refusal contains only codes. */
function respondDuplicate(e: core.RequestEvent, earlier: PreviousBatch) {
  const { status, message } = createErrorResponse('batch.duplicate', 409)
  return e.json(409, { status, message, data: { code: { code: 'batch.duplicate', message }, earlier } })
}
