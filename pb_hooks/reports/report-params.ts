import type { DateRange } from '../../src/domain/reports/periods.ts'
import { isRecordId } from '../../src/domain/text/id.ts'
import { isIsoDate } from '../../src/domain/time/calendar.ts'
import { addDays, getStartOfDay } from '../../src/domain/time/local-time.ts'
import { formatTimestamp, getOrganisationTimeZone } from '../lib/clock.ts'
import { createErrorResponse, getQueryParams } from '../lib/http.ts'
import { type QueryParams, queryRow, queryRows } from '../lib/sql.ts'
import { requireAdmin } from '../lib/users.ts'

/** Start and end (exclusive) of a period as stored times, and a format; '' for all formats. */
export interface ReportBounds extends QueryParams {
  first: string
  next: string
  format: string
}

/** Maximum length of a report's period in days. */
const maxDays = 3_660

/** Parses period and format ('' for all) of an administrator's report, and returns the period's start and end as stored times. */
export function parseReportParams(e: core.RequestEvent) {
  requireAdmin(e)
  const { format = '', from = '', to = '', ...others } = getQueryParams(e)
  const wrong = [
    ...Object.keys(others),
    ...(format && !isRecordId(format) ? ['format'] : []),
    ...(isIsoDate(from) ? [] : ['from']),
    ...(isIsoDate(to) ? [] : ['to']),
  ]
  if (wrong.length)
    throw createErrorResponse('invalid', 400, Object.fromEntries(wrong.map((name) => [name, 'invalid'])))
  if (to < from || addDays(from, maxDays) < to) throw createErrorResponse('invalid', 400, { to: 'max' })
  const zone = getOrganisationTimeZone(e.app)
  const boundsOf = (days: DateRange) => ({
    first: formatTimestamp(getStartOfDay(days.from, zone)),
    next: formatTimestamp(getStartOfDay(addDays(days.to, 1), zone)),
  })
  const period = { from, to }
  return { period, format, boundsOf, bounds: { ...boundsOf(period), format } }
}

export const buildPeriodCondition = ({ format }: ReportBounds) =>
  `decidedAt >= {:first} AND decidedAt < {:next} ${format && 'AND format = {:format}'}`

/** Returns whether a period contains over a sixth of all decisions. Reading all decisions in index order is then faster than sorting those of the period. */
export function isLongPeriod(app: CoreApp, bounds: ReportBounds): boolean {
  const sql = `SELECT (SELECT count(*) FROM reported_decisions NOT INDEXED WHERE ${buildPeriodCondition({ ...bounds, format: '' })}) * 6 >
    (SELECT count(*) FROM reported_decisions) AS n`
  return queryRow(app, sql, bounds, { n: 0 })?.n === 1
}

export function findUserNames(app: CoreApp, ids: readonly string[]): Map<string, string> {
  const sql = 'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each({:ids}))'
  return new Map(
    queryRows(app, sql, { ids: JSON.stringify(ids) }, { id: '', name: '' }).map(({ id, name }) => [id, name]),
  )
}
