import { splitPeriod } from '../../src/domain/reports/periods.ts'
import type { Report } from '../../src/domain/reports/report.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { getAmountTotals } from './amount-totals.ts'
import { getDecisionTotals } from './decision-totals.ts'
import { buildPeriodCondition, type ReportBounds } from './report-bounds.ts'
import { parseReportParams } from './report-params.ts'

/** `GET /api/app/reports?from=&to=&format=` → `Report` of the requests received and decided in a period, for one format or all. */
export function getReport(e: core.RequestEvent) {
  const { period, format, boundsOf, bounds } = parseReportParams(e)
  const periods = splitPeriod(period)
  const counts = countByInterval(e.app, periods.map(boundsOf), format)
  const answer: Report = {
    // Adds requests whose latest submission is outside the period. Each other request is counted in exactly one interval.
    received: counts.reduce((sum, { sent }) => sum + sent, countResubmitted(e.app, bounds)),
    ...getDecisionTotals(e.app, bounds),
    periods: periods.map((stretch, index) => {
      const { sent = 0, before = 0, decided = 0 } = counts[index] ?? {}
      return { ...stretch, received: sent + before, decided }
    }),
    sums: format ? getAmountTotals(e.app, bounds) : [],
    hasSteps: mayHaveStages(e.app, bounds),
  }
  return e.json(200, answer)
}

/**
 * Returns whether the period may have decisions of stages. Checks period and format separately, because each check
 * reads one index entry, while both together need a search.
 */
function mayHaveStages(app: CoreApp, bounds: ReportBounds): boolean {
  const there = (condition: string) => `EXISTS (SELECT 1 FROM reported_steps WHERE ${condition})`
  const ofFormat = bounds.format && `AND ${there('format = {:format}')}`
  return (
    queryRow(app, `SELECT ${there(buildPeriodCondition({ ...bounds, format: '' }))} ${ofFormat} AS n`, bounds, { n: 0 })
      ?.n === 1
  )
}

const buildRangeCondition = (column: string, first: string, next: string, format: string) =>
  `${column} >= ${first} AND ${column} < ${next} ${format && 'AND format = {:format}'}`

/** Returns SQL that counts requests submitted in the period whose latest submission is outside of it. */
function buildResubmittedQuery(first: string, next: string, format: string): string {
  return `SELECT count(DISTINCT position) FROM previous_submissions WHERE ${buildRangeCondition('submittedAt', first, next, format)}
    AND NOT EXISTS (SELECT 1 FROM requests AS now WHERE serial = position AND ${buildRangeCondition('now.submittedAt', first, next, '')})`
}

function countResubmitted(app: CoreApp, bounds: ReportBounds): number {
  const sql = `SELECT (${buildResubmittedQuery('{:first}', '{:next}', bounds.format)}) AS n`
  return queryRow(app, sql, bounds, { n: 0 })?.n ?? 0
}

/** Returns counts per interval. `sent`: requests submitted last in it; `before`: submitted in it and again outside; `decided`: first decided in it. */
function countByInterval(app: CoreApp, bounds: Record<'first' | 'next', string>[], format: string) {
  const [first, next] = ["value ->> 'first'", "value ->> 'next'"]
  return queryRows(
    app,
    `SELECT (SELECT count(*) FROM requests INDEXED BY idx_requests_submittedAt WHERE ${buildRangeCondition('submittedAt', first, next, format)}) AS sent,
       (${buildResubmittedQuery(first, next, format)}) AS before,
       (SELECT count(*) FROM reported_decisions WHERE ${buildRangeCondition('decidedAt', first, next, format)} AND before < ${first}) AS decided
     FROM json_each({:bounds}) ORDER BY key`,
    { bounds: JSON.stringify(bounds), format },
    { sent: 0, before: 0, decided: 0 },
  )
}
