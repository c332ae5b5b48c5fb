import type { Field } from '../../src/domain/fields/field.ts'
import { getCurrencyDecimals } from '../../src/domain/money/currency.ts'
import { roundDecimal, toDecimalString, toShortDecimalString } from '../../src/domain/money/decimal.ts'
import { splitPeriod } from '../../src/domain/reports/periods.ts'
import type { DecidedRequestCounts, Report, ReportAmountTotal, ReportPerson } from '../../src/domain/reports/report.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import {
  buildPeriodCondition,
  findUserNames,
  isLongPeriod,
  parseReportParams,
  type ReportBounds,
} from './report-params.ts'
import {
  addWaitingTimes,
  emptyWaitingTimes,
  getOverallWaitingTimes,
  getWaitingTimes,
  waitingTimeSqlColumns,
} from './waiting-times.ts'

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

/** SQL of exact totals. Adds integers in three parts, so that a hundred thousand amounts do not overflow. */
const sumColumns = `sum(whole / 1000000) AS millions, sum(whole % 1000000) AS units, sum(millionths) AS millionths`

/** Returns the totals of amounts in requests approved in the period and still valid, by field of the format. */
function getAmountTotals(app: CoreApp, bounds: ReportBounds): ReportAmountTotal[] {
  const found = queryRows(
    app,
    `SELECT key, count(*) AS count, ${sumColumns} FROM request_amounts
     WHERE format = {:format} AND key IN (SELECT key FROM amount_keys WHERE format = {:format}) AND decidedAt >= {:first} AND decidedAt < {:next}
     GROUP BY key`,
    bounds,
    { key: '', count: 0, millions: 0, units: 0, millionths: 0 },
  )
  const fields = findFields(app, bounds.format)
  return fields.flatMap((field) => {
    const of = found.find(({ key }) => key === field.key)
    if (!of) return []
    const units = (BigInt(of.millions) * 1_000_000n + BigInt(of.units)) * 1_000_000n + BigInt(of.millionths)
    const { key, label, currency = '' } = field
    const isMoney = field.type === 'money' || currency !== ''
    const sum = { units, scale: 6 }
    const text = isMoney ? toDecimalString(roundDecimal(sum, getCurrencyDecimals(currency))) : toShortDecimalString(sum)
    return [{ key, label, currency, count: of.count, sum: text }]
  })
}

/** Returns each field of a format once, from the newest version that contains it. */
function findFields(app: CoreApp, format: string): Field[] {
  const versions = queryRows(
    app,
    'SELECT fields FROM format_versions WHERE format = {:format} ORDER BY version DESC',
    { format },
    { fields: '' },
  )
  const all = versions.flatMap(({ fields }) => parseStoredJson<Field[]>(fields, []))
  return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index)
}

/**
 * SQL of the counts. A request counts once per kind of decision, at its first decision of that kind in the period: by
 * any user (`any`), or by each user (`own`).
 */
const countColumns = [
  ['any', 'before', 'alike'],
  ['own', 'own', 'ownAlike'],
]
  .map(
    ([whose, before, alike]) => `sum(${before} < {:first}) AS ${whose}Decided,
    sum(action = 'approve' AND ${alike} < {:first}) AS ${whose}Approved,
    sum(action = 'return' AND ${alike} < {:first}) AS ${whose}Returned,
    sum(action = 'reject' AND ${alike} < {:first}) AS ${whose}Rejected`,
  )
  .join(', ')

const totalColumns = {
  id: '',
  anyDecided: 0,
  anyApproved: 0,
  anyReturned: 0,
  anyRejected: 0,
  ownDecided: 0,
  ownApproved: 0,
  ownReturned: 0,
  ownRejected: 0,
  ...emptyWaitingTimes,
}

function getDecisionTotals(
  app: CoreApp,
  bounds: ReportBounds,
): Omit<Report, 'received' | 'periods' | 'sums' | 'hasSteps'> {
  const isRead = isLongPeriod(app, bounds)
  const from = (index: string) =>
    `FROM reported_decisions ${isRead ? `INDEXED BY ${index}` : 'NOT INDEXED'} WHERE ${buildPeriodCondition(bounds)}`
  const found = queryRows(
    app,
    addWaitingTimes(
      `SELECT reviewer AS id, ${countColumns}, ${waitingTimeSqlColumns} ${from('idx_reported_decisions_waits')} GROUP BY reviewer`,
    ),
    bounds,
    totalColumns,
  )
  const all = getOverallWaitingTimes(app, from('idx_reported_decisions_seconds'), bounds, found)
  return { ...sumAll(found), ...all, people: toReportPeople(app, found) }
}

function sumAll(found: readonly (typeof totalColumns)[]): DecidedRequestCounts {
  const sum = (name: 'anyDecided' | 'anyApproved' | 'anyReturned' | 'anyRejected') =>
    found.reduce((total, each) => total + each[name], 0)
  return {
    decided: sum('anyDecided'),
    approved: sum('anyApproved'),
    returned: sum('anyReturned'),
    rejected: sum('anyRejected'),
  }
}

function toReportPeople(app: CoreApp, found: readonly (typeof totalColumns)[]): ReportPerson[] {
  const names = findUserNames(
    app,
    found.map(({ id }) => id),
  )
  return found
    .map((each) => ({
      id: each.id,
      name: names.get(each.id) ?? '',
      decided: each.ownDecided,
      approved: each.ownApproved,
      returned: each.ownReturned,
      rejected: each.ownRejected,
      ...getWaitingTimes(each),
    }))
    .toSorted((a, b) => b.decided - a.decided || (a.name < b.name ? -1 : 1))
}
