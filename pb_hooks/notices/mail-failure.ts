import { formatTimestamp } from '../lib/clock.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { countUndeliveredMails, takeMailFailure } from '../mail/undelivered-mails.ts'
import { listNotifiedAdminIds } from './administrators.ts'
import { createNotices } from './create-notices.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Notifies administrators if a mail has been failing for an hour, at most once a day, because an outage affects all mails. */
export function notifyMailFailure(app: CoreApp) {
  const answer = takeMailFailure(app)
  if (!answer) return
  writeInTransaction(app, (tx) => {
    const since = formatTimestamp(Date.now() - dayMs)
    const earlier = "SELECT 1 AS n FROM notices WHERE created > {:since} AND kind = 'mailFailed' LIMIT 1"
    if (queryRow(tx, earlier, { since }, { n: 0 })) return
    const details = { text: `El servidor de correo respondió: ${answer}` }
    const count = countUndeliveredMails(tx)
    const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: '', details, count, isAll: true }))
    createNotices(tx, { kind: 'mailFailed', topic: 'mailFailed', news })
  })
}
