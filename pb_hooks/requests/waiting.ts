import { isAdmin } from '../lib/people.ts'
import { row } from '../lib/sql.ts'
import type { WaitingSince } from '../notices/deciders.ts'
import { mineOf } from './mine.ts'

const all = "SELECT ifnull(sum(n), 0) AS n FROM request_totals WHERE status = 'submitted'"
const oldestAtNone = `SELECT submittedAt FROM requests WHERE status = 'submitted' AND step = 0 ORDER BY submittedAt LIMIT 1`

/** How many wait for an administrator now, and since when; undefined for whoever is none: what waits at a step of his is told as it came. */
export function waitingNow(app: CoreApp, asker: core.Record): WaitingSince | undefined {
  if (!isAdmin(asker)) return undefined
  const mine = mineOf(app, 'decide', asker)
  const oldestAtStep = mine?.oldestAtStep ?? 'NULL'
  return row(
    app,
    `SELECT (${mine?.count ?? all}) AS count,
       ifnull((SELECT min(at) FROM (SELECT (${oldestAtNone}) AS at UNION ALL SELECT (${oldestAtStep}))), '') AS oldest`,
    { ...mine?.params },
    { count: 0, oldest: '' },
  )
}
