import { queryRow, queryRows } from '../../lib/sql.ts'
import { hasSubscribedWebhook, type WebhookMessage } from '../../lib/webhook-queue.ts'

/**
 * Builds webhook messages about generated documents. A batch sends a single message, after its last document is
 * generated.
 */
export function buildDocumentWebhooks(tx: CoreApp, ids: string[]): WebhookMessage[] {
  if (!hasSubscribedWebhook(tx, 'document.ready')) return []
  const made = queryRows(
    tx,
    'SELECT id, batch FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))',
    { ids: JSON.stringify(ids) },
    { id: '', batch: '' },
  )
  const single = made.filter(({ batch }) => !batch).map(({ id }) => id)
  const batches = [...new Set(made.map(({ batch }) => batch))].filter(Boolean)
  return [
    { event: 'document.ready', collection: 'requests', ids: single },
    ...batches.flatMap((batch) => buildCompleteBatchMessage(tx, batch)),
  ]
}

/** Builds the webhook message about the documents of a batch after its rows were all submitted. */
export function buildBatchWebhooks(tx: CoreApp, batch: string): WebhookMessage[] {
  return hasSubscribedWebhook(tx, 'document.ready') ? buildCompleteBatchMessage(tx, batch) : []
}

function buildCompleteBatchMessage(tx: CoreApp, batch: string): WebhookMessage[] {
  // Uses the index of pending documents, which is small and mostly contains documents of one batch.
  const complete = queryRow(
    tx,
    `SELECT id FROM batches WHERE id = {:batch} AND status IN ('completed', 'completed_with_pending')
     AND NOT EXISTS (SELECT 1 FROM requests INDEXED BY idx_requests_document WHERE documentStatus = 'pending' AND batch = {:batch})
     AND EXISTS (SELECT 1 FROM requests WHERE batch = {:batch} AND documentStatus = 'ready' AND batch != '')`,
    { batch },
    { id: '' },
  )
  return complete ? [{ event: 'document.ready', collection: 'batches', ids: [batch] }] : []
}
