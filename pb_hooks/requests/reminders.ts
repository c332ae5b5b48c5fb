import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { saveLastMailTime } from '../mail/mail-interval.ts'
import { createNotices } from '../notices/create-notices.ts'
import { getLastDailyMailTime } from '../notices/daily-time.ts'
import { countPendingByUser } from './decision-rights.ts'
import { getOverdueParams, overdueRequestsClause } from './overdue.ts'

/** Key of the record in `notice_mails` that marks reminders as sent; it belongs to no user. */
const reminded = { person: '', kind: 'reminder' }

/**
 * Notifies approvers of their overdue requests, once per working day in the morning. Runs every minute; if the server was down in the morning,
 * it notifies after the restart.
 */
export function remindApprovers() {
  const since = getLastDailyMailTime($app, true)
  const query =
    'SELECT at FROM notice_mails WHERE person = {:person} AND kind = {:kind} AND at BETWEEN {:since} AND {:now}'
  const isDone = (app: CoreApp) =>
    queryRow(app, query, { ...reminded, since, now: getOverdueParams().overdueAt }, { at: '' })
  if (isDone($app)) return
  // Counts before the transaction, so that other writers do not wait for the count.
  const counts = countPendingByUser($app, `SELECT id, 1 FROM ${overdueRequestsClause}`, getOverdueParams())
  const news = [...counts].map(([to, count]) => ({ to, count, isAll: true, subjectId: '', details: {} }))
  writeInTransaction($app, (tx) => {
    if (isDone(tx)) return
    saveLastMailTime(tx, reminded.person, reminded.kind)
    createNotices(tx, { kind: 'overdue', topic: 'overdue', news })
  })
}
