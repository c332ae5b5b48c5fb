import { activeAdmins, isAdmin } from '../lib/people.ts'
import { row } from '../lib/sql.ts'
import { tell } from './tell.ts'

/** Whom the notices for administrators go to, but for the one who did it himself. */
export function adminIds(tx: CoreApp, but = ''): string[] {
  return activeAdmins(tx).flatMap((admin) => (admin && admin.id !== but ? [admin.id] : []))
}

/** Those who decide, each with how many of these are his to decide, hear that something waits: once, until they have read it. */
export function tellWaiting(tx: CoreApp, asker: string, counts: ReadonlyMap<string, number>) {
  const others = [...counts].filter(([to, count]) => to !== asker && count > 0)
  const news = others.map(([to, count]) => ({ to, count, subjectId: '', details: {} }))
  if (news.length) tell(tx, 'waiting', 'waiting', news)
}

const nothing = { count: 0, oldest: '' }

/** How many wait for any administrator now, and since when; undefined for whoever is none: what waits at a step of his is told as it came. */
export function waitingNow(app: CoreApp, asker: core.Record): typeof nothing | undefined {
  if (!isAdmin(asker)) return undefined
  const found = row(
    app,
    `SELECT (SELECT ifnull(sum(n), 0) FROM request_totals WHERE status = 'submitted') AS count,
       ifnull((SELECT submittedAt FROM requests WHERE status = 'submitted' ORDER BY submittedAt LIMIT 1), '') AS oldest`,
    {},
    nothing,
  )
  return found ?? nothing
}
