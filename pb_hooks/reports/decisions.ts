import type { DecidedCounts, Report, ReportPerson } from '../../src/domain/report.ts'
import type { DecisionName } from '../../src/domain/request-filter.ts'
import { rows } from '../lib/sql.ts'
import { type Bounds, inPeriod, namesOfPeople } from './bounds.ts'
import { shownWait, sumOf, waitsOf } from './waits.ts'

/** Of one person, decisions of one kind that waited about as long; -1 where nobody waited. */
const alike = { id: '', action: '', wait: 0, n: 0, all: 0, allSo: 0, own: 0, ownSo: 0 }
type Alike = typeof alike

/** What was decided in a period, in all and by whom. One pass counts, each request once; what is ordered is only what waited alike. */
export function decisionsIn(app: CoreApp, bounds: Bounds): Omit<Report, 'received' | 'stretches' | 'steps' | 'sums'> {
  const found = rows(
    app,
    `SELECT reviewer AS id, action, ${shownWait} AS wait, count(*) AS n, sum(before < {:first}) AS "all", sum(alike < {:first}) AS allSo,
       sum(own < {:first}) AS own, sum(ownAlike < {:first}) AS ownSo
     FROM reported_decisions WHERE ${inPeriod(bounds)}
     GROUP BY reviewer, action, wait`,
    bounds,
    alike,
  )
  return {
    ...countsOf(found, 'all', 'allSo'),
    ...waitsOf(found),
    people: peopleOf(app, found).toSorted((a, b) => b.decided - a.decided || (a.name < b.name ? -1 : 1)),
  }
}

function peopleOf(app: CoreApp, found: readonly Alike[]): ReportPerson[] {
  const ids = [...new Set(found.map(({ id }) => id))]
  const names = namesOfPeople(app, ids)
  return ids.map((id) => {
    const own = found.filter((each) => each.id === id)
    return { id, name: names.get(id) ?? '', ...countsOf(own, 'own', 'ownSo'), ...waitsOf(own) }
  })
}

function countsOf(found: readonly Alike[], any: 'all' | 'own', so: 'allSo' | 'ownSo'): DecidedCounts {
  const of = (action: DecisionName) => sumOf(found.filter((each) => each.action === action).map((each) => each[so]))
  return {
    decided: sumOf(found.map((each) => each[any])),
    approved: of('approve'),
    returned: of('return'),
    rejected: of('reject'),
  }
}
