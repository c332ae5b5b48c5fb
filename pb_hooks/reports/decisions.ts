import type { DecidedCounts, Report, ReportPerson } from '../../src/domain/report.ts'
import type { DecisionName } from '../../src/domain/request-filter.ts'
import { rows } from '../lib/sql.ts'
import { type Bounds, inPeriod, namesOfPeople } from './bounds.ts'
import { everybody, shownWait, waitsOf } from './waits.ts'

/** Of one person, decisions of one kind. */
const alike = { id: '', action: '', all: 0, allSo: 0, own: 0, ownSo: 0 }
type Alike = typeof alike

/** What was decided in a period, in all and by whom; each request counts once. */
export function decisionsIn(app: CoreApp, bounds: Bounds): Omit<Report, 'received' | 'stretches' | 'steps' | 'sums'> {
  const found = rows(
    app,
    `SELECT reviewer AS id, action, sum(before < {:first}) AS "all", sum(alike < {:first}) AS allSo, sum(own < {:first}) AS own,
       sum(ownAlike < {:first}) AS ownSo
     FROM reported_decisions WHERE ${inPeriod(bounds)} GROUP BY reviewer, action`,
    bounds,
    alike,
  )
  const told = `SELECT '' AS part, reviewer AS id, ${shownWait} AS wait, count(*) AS n FROM reported_decisions
    WHERE ${inPeriod(bounds)} AND seconds IS NOT NULL GROUP BY reviewer, wait`
  const waits = new Map(waitsOf(app, told, bounds).map(({ id, median, p90 }) => [id, { median, p90 }]))
  const waitOf = (id: string) => waits.get(id) ?? { median: null, p90: null }
  const ids = [...new Set(found.map(({ id }) => id))]
  const names = namesOfPeople(app, ids)
  const people = ids.map((id): ReportPerson => {
    const own = found.filter((each) => each.id === id)
    return { id, name: names.get(id) ?? '', ...countsOf(own, 'own', 'ownSo'), ...waitOf(id) }
  })
  return {
    ...countsOf(found, 'all', 'allSo'),
    ...waitOf(everybody),
    people: people.toSorted((a, b) => b.decided - a.decided || (a.name < b.name ? -1 : 1)),
  }
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

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
