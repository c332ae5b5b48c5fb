import { activeAdmins, isAdmin } from '../lib/people.ts'
import { row } from '../lib/sql.ts'
import { tell } from './tell.ts'

/** Whom the notices for administrators go to, but for the one who did it himself. */
export function adminIds(tx: CoreApp, but = ''): string[] {
  return activeAdmins(tx).flatMap((admin) => (admin && admin.id !== but ? [admin.id] : []))
}

/** Those who decide hear that something waits: once, until they have read it. */
export function tellWaiting(tx: CoreApp, asker: string, count: number) {
  if (!count) return
  const news = adminIds(tx, asker).map((to) => ({ to, count, subjectId: '', details: {} }))
  tell(tx, 'waiting', 'waiting', news)
}

const nothing = { count: 0, oldest: '' }

/** How many wait for a decision of this person now, and since when. */
export function waitingNow(app: CoreApp, asker: core.Record): typeof nothing {
  if (!isAdmin(asker)) return nothing
  const found = row(
    app,
    `SELECT (SELECT ifnull(sum(n), 0) FROM request_totals WHERE status = 'submitted') AS count,
       ifnull((SELECT submittedAt FROM requests WHERE status = 'submitted' ORDER BY submittedAt LIMIT 1), '') AS oldest`,
    {},
    nothing,
  )
  return found ?? nothing
}
