import type { RequestAction } from '../../src/domain/requests/request.ts'
import { row, rows } from '../lib/sql.ts'
import { enqueueWebhook, hasWebhookFor } from '../lib/webhook-queue.ts'
import type { Change } from './change.ts'

const ends = ['approved', 'returned', 'rejected']

/** Tells other programs of a step: of all of it in one message, also where it is taken part by part (`gathers`). */
export function enqueueAction(tx: CoreApp, action: RequestAction, changes: Change[], gathers: string) {
  const isSubmission = action === 'submit'
  const told = isSubmission ? changes : changes.filter(({ set }) => ends.includes(String(set.status)))
  const event = isSubmission ? 'request.submitted' : 'request.decided'
  enqueueWebhook(
    tx,
    event,
    'requests',
    told.map(({ id }) => id),
    gathers,
  )
}

/** Of documents that were made: of those of a batch once, when none is missing any more. */
export function enqueueDocuments(tx: CoreApp, ids: string[]) {
  if (!hasWebhookFor(tx, 'document.ready')) return
  const made = rows(
    tx,
    'SELECT id, batch FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))',
    { ids: JSON.stringify(ids) },
    { id: '', batch: '' },
  )
  const alone = made.filter(({ batch }) => !batch).map(({ id }) => id)
  enqueueWebhook(tx, 'document.ready', 'requests', alone)
  for (const batch of new Set(made.map(({ batch }) => batch))) if (batch) enqueueBatchDocuments(tx, batch)
}

/** Of a batch whose rows are sent: that it is, and that all its documents are there. */
export function enqueueBatchDocuments(tx: CoreApp, batch: string) {
  // Those that wait are few beside all that there are, and of one batch mostly.
  const whole = row(
    tx,
    `SELECT id FROM batches WHERE id = {:batch} AND status IN ('completed', 'completed_with_pending')
     AND NOT EXISTS (SELECT 1 FROM requests INDEXED BY idx_requests_document WHERE documentStatus = 'pending' AND batch = {:batch})
     AND EXISTS (SELECT 1 FROM requests WHERE batch = {:batch} AND documentStatus = 'ready' AND batch != '')`,
    { batch },
    { id: '' },
  )
  if (whole) enqueueWebhook(tx, 'document.ready', 'batches', [batch])
}
