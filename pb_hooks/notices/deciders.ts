import { activeAdmins, isAdmin } from '../lib/people.ts'
import { row, rows } from '../lib/sql.ts'
import { decidersOf } from '../requests/deciders.ts'
import { tell } from './tell.ts'

/** Whom the notices for administrators go to, but for the one who did it himself. */
export function adminIds(tx: CoreApp, but = ''): string[] {
  return activeAdmins(tx).flatMap((admin) => (admin && admin.id !== but ? [admin.id] : []))
}

/** Those who may decide these requests hear that something waits: once, until they have read it. */
export function tellWaiting(tx: CoreApp, asker: string, ids: string[]) {
  if (!ids.length) return
  const counts = new Map<string, number>()
  for (const people of decidersOf(tx, ids).values())
    for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1)
  hear(tx, asker, counts)
}

/** The same of a batch, whose requests are too many to be named. */
export function tellWaitingBatch(tx: CoreApp, asker: string, batch: string, created: number, isRouted: boolean) {
  const counts = isRouted ? countsAtSteps(tx, batch) : new Map(adminIds(tx).map((admin) => [admin, created]))
  if (created) hear(tx, asker, counts)
}

function countsAtSteps(tx: CoreApp, batch: string): Map<string, number> {
  const found = rows(
    tx,
    `SELECT person, sum(n) AS n FROM (
       SELECT formatVersion, step, count(*) AS n FROM requests WHERE batch = {:batch} AND batch != '' AND step > 0 GROUP BY formatVersion, step
     ) JOIN (SELECT DISTINCT version, position, person FROM step_deciders) ON version = formatVersion AND position = step GROUP BY person`,
    { batch },
    { person: '', n: 0 },
  )
  return new Map(found.map(({ person, n }) => [person, n]))
}

function hear(tx: CoreApp, asker: string, counts: ReadonlyMap<string, number>) {
  const others = [...counts].filter(([to]) => to !== asker)
  const news = others.map(([to, count]) => ({ to, count, subjectId: '', details: {} }))
  if (news.length) tell(tx, 'waiting', 'waiting', news)
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
