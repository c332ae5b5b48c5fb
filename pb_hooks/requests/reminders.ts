import { row, rows } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { noteMailed } from '../mail/pace.ts'
import { lastMorning } from '../notices/morning.ts'
import { tell } from '../notices/tell.ts'
import { waitingAmong } from './deciders.ts'
import { overdueIds, overdueNow } from './overdue.ts'

/** Noted with the mails, as of nobody. */
const reminded = { person: '', kind: 'reminder' }

/** Once a minute: on the morning of a working day, once, whoever decides hears how much waits past its time; when the server was down then, once it is back. */
export function remindDeciders() {
  const since = lastMorning($app, true)
  const query =
    'SELECT at FROM notice_mails WHERE person = {:person} AND kind = {:kind} AND at BETWEEN {:since} AND {:now}'
  const isDone = (app: CoreApp) => row(app, query, { ...reminded, since, now: overdueNow().overdueAt }, { at: '' })
  if (isDone($app)) return
  writing($app, (tx) => {
    if (isDone(tx)) return
    noteMailed(tx, reminded.person, reminded.kind)
    const counts = overdueByDecider(tx)
    const news = [...counts].map(([to, count]) => ({ to, count, isAll: true, subjectId: '', details: {} }))
    tell(tx, 'overdue', 'overdue', news)
  })
}

/** How many overdue requests each may decide. */
function overdueByDecider(tx: CoreApp): Map<string, number> {
  const overdue = rows(tx, overdueIds, overdueNow(), { id: '' })
  return waitingAmong(
    tx,
    overdue.map(({ id }) => id),
  )
}
