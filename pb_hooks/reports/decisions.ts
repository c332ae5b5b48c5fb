import type { DecidedCounts, Report, ReportPerson } from '../../src/domain/report.ts'
import type { DecisionName } from '../../src/domain/request-filter.ts'
import { type Params, rows } from '../lib/sql.ts'

/** The instants that a period begins and ends with, and a format, or none for all. */
export interface Bounds extends Params {
  first: string
  next: string
  format: string
}

/** Of one person, decisions of one kind that waited about as long; -1 where nobody waited. */
const alike = { id: '', action: '', wait: 0, n: 0, all: 0, allSo: 0, own: 0, ownSo: 0 }
type Alike = typeof alike

/** As exactly as it is shown: to the minute, five minutes, the hour, the day. */
const wait = `CASE WHEN seconds IS NULL THEN -1 WHEN seconds < 7200 THEN (seconds + 30) / 60 * 60 WHEN seconds < 86400 THEN (seconds + 150) / 300 * 300
  WHEN seconds < 864000 THEN (seconds + 1800) / 3600 * 3600 ELSE (seconds + 43200) / 86400 * 86400 END`

/** What was decided in a period, in all and by whom. One pass counts, each request once; what is ordered is only what waited alike. */
export function decisionsIn(app: CoreApp, bounds: Bounds): Omit<Report, 'received' | 'stretches' | 'sums'> {
  const found = rows(
    app,
    `SELECT reviewer AS id, action, ${wait} AS wait, count(*) AS n, sum(before < {:first}) AS "all", sum(alike < {:first}) AS allSo,
       sum(own < {:first}) AS own, sum(ownAlike < {:first}) AS ownSo
     FROM reported_decisions WHERE decidedAt >= {:first} AND decidedAt < {:next} ${bounds.format && 'AND format = {:format}'}
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
  const sql = 'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each({:ids}))'
  const names = new Map(
    rows(app, sql, { ids: JSON.stringify(ids) }, { id: '', name: '' }).map(({ id, name }) => [id, name]),
  )
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

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The middle of all waits, between the two in the middle where their number is even; and the shortest that nine of ten do not exceed. */
function waitsOf(found: readonly Alike[]): { median: number | null; p90: number | null } {
  const waits = found.filter((each) => each.wait >= 0).toSorted((a, b) => a.wait - b.wait)
  const count = sumOf(waits.map(({ n }) => n))
  if (count === 0) return { median: null, p90: null }
  /** The wait at a place, counted from 1. */
  function at(place: number): number {
    let left = place
    for (const { n, wait } of waits) {
      left -= n
      if (left <= 0) return wait
    }
    return 0
  }
  return {
    median: (at(Math.floor((count + 1) / 2)) + at(Math.floor(count / 2) + 1)) / 2,
    p90: at(Math.ceil((count * 9) / 10)),
  }
}
