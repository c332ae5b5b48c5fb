import { getIds } from '../../lib/record-id.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { enqueueWebhook, hasSubscribedWebhook } from '../../lib/webhook-queue.ts'
import type { FinalizedRequests } from '../actions/action.ts'

/** Sends webhook `request.submitted`. Chunks of one call share a message. */
export function sendSubmissionWebhook(tx: CoreApp, { requests, groupKey }: FinalizedRequests) {
  enqueueWebhook(tx, { event: 'request.submitted', collection: 'requests', ids: getIds(requests), groupKey })
}

/** Sends webhook `request.decided`, except for requests that wait for a further approval. Chunks of one decision share a message. */
export function sendDecisionWebhook(tx: CoreApp, { requests, groupKey }: FinalizedRequests) {
  const decided = requests.filter(({ status }) => status !== 'submitted')
  enqueueWebhook(tx, { event: 'request.decided', collection: 'requests', ids: getIds(decided), groupKey })
}

/** Sends webhook `document.ready`: one message for single requests, and one for each batch whose last document was generated. */
export function sendDocumentWebhooks(tx: CoreApp, ids: string[]) {
  if (!hasSubscribedWebhook(tx, 'document.ready')) return
  const made = queryRows(
    tx,
    'SELECT id, batch FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))',
    { ids: JSON.stringify(ids) },
    { id: '', batch: '' },
  )
  enqueueWebhook(tx, {
    event: 'document.ready',
    collection: 'requests',
    ids: getIds(made.filter(({ batch }) => !batch)),
  })
  for (const batch of new Set(made.map(({ batch }) => batch))) if (batch) sendBatchDocumentWebhook(tx, batch)
}

/** Sends webhook `document.ready` of a batch if all its rows were submitted and all its documents generated. */
export function sendBatchDocumentWebhook(tx: CoreApp, batch: string) {
  if (!hasSubscribedWebhook(tx, 'document.ready')) return
  // Uses the index of pending documents, which is small and mostly contains documents of one batch.
  const complete = queryRow(
    tx,
    `SELECT id FROM batches WHERE id = {:batch} AND status IN ('completed', 'completed_with_pending')
     AND NOT EXISTS (SELECT 1 FROM requests INDEXED BY idx_requests_document WHERE documentStatus = 'pending' AND batch = {:batch})
     AND EXISTS (SELECT 1 FROM requests WHERE batch = {:batch} AND documentStatus = 'ready' AND batch != '')`,
    { batch },
    { id: '' },
  )
  if (complete) enqueueWebhook(tx, { event: 'document.ready', collection: 'batches', ids: [batch] })
}
