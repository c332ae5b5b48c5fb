import { enqueueWebhook } from '../lib/webhook-queue.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'

/** Notifies administrators and webhooks of a user with a confirmed email address who waits for activation. */
export function announceRegistration(tx: CoreApp, user: core.Record) {
  enqueueWebhook(tx, { event: 'user.registered', collection: 'users', ids: [user.id] })
  const details = { by: user.getString('name') }
  const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: user.id, details }))
  createNotices(tx, { kind: 'registration', topic: 'registration', news })
}
