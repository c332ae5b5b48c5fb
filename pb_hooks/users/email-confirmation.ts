import { recordUserEvent } from '../lib/events.ts'
import { enqueueWebhook } from '../lib/webhook-queue.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'

/** Records that a user confirmed the email address, and notifies administrators and webhooks of a user who then waits for activation. */
export function recordEmailConfirmation(tx: CoreApp, user: core.Record) {
  const { id } = user
  recordUserEvent(tx, user, user, 'verify')
  if (user.getBool('isActive') || user.getString('deactivatedAt')) return
  enqueueWebhook(tx, { event: 'user.registered', collection: 'users', ids: [id] })
  const details = { by: user.getString('name') }
  const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: id, details }))
  createNotices(tx, { kind: 'registration', topic: 'registration', news })
}
