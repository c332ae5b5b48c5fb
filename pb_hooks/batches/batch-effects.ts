import type { PublishedFormatVersion } from '../formats/versions.ts'
import { saveTransactionStart } from '../lib/event-chain.ts'
import { newSaltSql, recordEvent } from '../lib/events.ts'
import { executeSql, type QueryParams } from '../lib/sql.ts'
import { enqueueWebhook } from '../lib/webhook-queue.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'
import { countPendingInBatch } from '../requests/decision-rights.ts'
import { notifyPending } from '../requests/effects/notify-approvers.ts'
import { sendBatchDocumentWebhook } from '../requests/effects/send-webhook.ts'

/**
 * Records the history of the requests created by a chunk of a batch. `rows`: SQL that selects them from `batch_rows`. Each event reuses the id
 * of its row.
 */
export function recordBatchRequestEvents(tx: CoreApp, rows: string, params: QueryParams) {
  saveTransactionStart(tx)
  executeSql(
    tx,
    `INSERT INTO events (id, salt, subject, subjectId, actor, actorName, owner, action, "to", details, created, updated)
     SELECT id, ${newSaltSql}, 'requests', id, {:sender}, {:senderName}, {:owner}, 'submit', {:status},
       json_object('batch', {:batchNumber}, 'row', row), {:now}, {:now} ${rows} ORDER BY row`,
    params,
  )
}

interface BatchEvent {
  action: string
  actor?: core.Record
  from?: string
  details?: Record<string, unknown>
}

/** Records an event of a batch that changes no request. Call it after the batch got its new status. */
export function recordBatchEvent(tx: CoreApp, batch: core.Record, event: BatchEvent) {
  const about = { subjectId: batch.id, owner: batch.getString('owner'), to: batch.getString('status') }
  recordEvent(tx, { subject: 'batches', ...about, ...event })
}

/** Records the end of a batch, and notifies its owner, the users who can decide its requests, and webhooks. */
export function publishBatchCompletion(
  tx: CoreApp,
  batch: core.Record,
  { requiresReview, route }: PublishedFormatVersion,
) {
  const owner = batch.getString('owner')
  recordBatchEvent(tx, batch, { action: 'complete', from: 'processing' })
  const created = batch.getInt('createdCount')
  const details = { number: batch.getString('number'), created, errors: batch.getInt('errorCount') }
  createNotices(tx, { kind: 'batch', topic: `batch ${batch.id}`, news: [{ to: owner, subjectId: batch.id, details }] })
  const countForAdmins = () => new Map(listNotifiedAdminIds(tx).map((admin) => [admin, created]))
  if (requiresReview) notifyPending(tx, owner, route.length ? countPendingInBatch(tx, batch.id) : countForAdmins())
  enqueueWebhook(tx, { event: 'batch.finished', collection: 'batches', ids: [batch.id] })
  sendBatchDocumentWebhook(tx, batch.id)
}
