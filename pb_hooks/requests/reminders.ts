import { row } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { noteMailed } from '../mail/pace.ts'
import { createNotices } from '../notices/create.ts'
import { lastMorning } from '../notices/morning.ts'
import { waitingIn } from './deciders.ts'
import { overdueParams, overdueRows } from './overdue.ts'

/** Noted with the mails, as of nobody. */
const reminded = { person: '', kind: 'reminder' }

/** Once a minute: on the morning of a working day, once, whoever decides hears how much waits past its time; when the server was down then, once it is back. */
export function remindDeciders() {
  const since = lastMorning($app, true)
  const query =
    'SELECT at FROM notice_mails WHERE person = {:person} AND kind = {:kind} AND at BETWEEN {:since} AND {:now}'
  const isDone = (app: CoreApp) => row(app, query, { ...reminded, since, now: overdueParams().overdueAt }, { at: '' })
  if (isDone($app)) return
  // Read before the transaction: whoever writes would wait for it.
  const counts = waitingIn($app, `SELECT id FROM ${overdueRows}`, overdueParams())
  const news = [...counts].map(([to, count]) => ({ to, count, isAll: true, subjectId: '', details: {} }))
  writing($app, (tx) => {
    if (isDone(tx)) return
    noteMailed(tx, reminded.person, reminded.kind)
    createNotices(tx, { kind: 'overdue', topic: 'overdue', news })
  })
}
