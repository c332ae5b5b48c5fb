import type { Report } from '../../src/domain/reports/report.ts'
import { stretchesOf } from '../../src/domain/reports/stretches.ts'
import { row, rows } from '../lib/sql.ts'
import { type Bounds, inPeriod } from './bounds.ts'
import { decisionsIn } from './decisions.ts'
import { parseReportParams } from './report-params.ts'
import { sumsOf } from './sums.ts'

/** `GET /api/app/reports`: a `Report` of what came and was decided from one day to another, of one format (`format`) or of all. */
export function report(e: core.RequestEvent) {
  const { period, format, boundsOf, bounds } = parseReportParams(e)
  const stretches = stretchesOf(period)
  const counts = countsIn(e.app, stretches.map(boundsOf), format)
  const answer: Report = {
    // The last submission of each is in one of the stretches.
    received: counts.reduce((sum, { sent }) => sum + sent, sentBeforeIn(e.app, bounds)),
    ...decisionsIn(e.app, bounds),
    stretches: stretches.map((stretch, place) => {
      const { sent = 0, before = 0, decided = 0 } = counts[place] ?? {}
      return { ...stretch, received: sent + before, decided }
    }),
    sums: format ? sumsOf(e.app, bounds) : [],
    hasSteps: mayHaveSteps(e.app, bounds),
  }
  return e.json(200, answer)
}

/** The first entry of an index answers each half: those of a format within a period would have to be looked for. */
function mayHaveSteps(app: CoreApp, bounds: Bounds): boolean {
  const there = (condition: string) => `EXISTS (SELECT 1 FROM reported_steps WHERE ${condition})`
  const ofFormat = bounds.format && `AND ${there('format = {:format}')}`
  return row(app, `SELECT ${there(inPeriod({ ...bounds, format: '' }))} ${ofFormat} AS n`, bounds, { n: 0 })?.n === 1
}

const between = (column: string, first: string, next: string, format: string) =>
  `${column} >= ${first} AND ${column} < ${next} ${format && 'AND format = {:format}'}`

/** What was sent then and, once it had come back, again at another time than then. */
function sentBefore(first: string, next: string, format: string): string {
  return `SELECT count(DISTINCT position) FROM earlier_submissions WHERE ${between('submittedAt', first, next, format)}
    AND NOT EXISTS (SELECT 1 FROM requests AS now WHERE serial = position AND ${between('now.submittedAt', first, next, '')})`
}

function sentBeforeIn(app: CoreApp, bounds: Bounds): number {
  const sql = `SELECT (${sentBefore('{:first}', '{:next}', bounds.format)}) AS n`
  return row(app, sql, bounds, { n: 0 })?.n ?? 0
}

/** In each of some stretches: how many requests were sent the last time, how many only before, and of how many something was decided. */
function countsIn(app: CoreApp, bounds: Record<'first' | 'next', string>[], format: string) {
  const [first, next] = ["value ->> 'first'", "value ->> 'next'"]
  return rows(
    app,
    `SELECT (SELECT count(*) FROM requests INDEXED BY idx_requests_submittedAt WHERE ${between('submittedAt', first, next, format)}) AS sent,
       (${sentBefore(first, next, format)}) AS before,
       (SELECT count(*) FROM reported_decisions WHERE ${between('decidedAt', first, next, format)} AND before < ${first}) AS decided
     FROM json_each({:bounds}) ORDER BY key`,
    { bounds: JSON.stringify(bounds), format },
    { sent: 0, before: 0, decided: 0 },
  )
}
