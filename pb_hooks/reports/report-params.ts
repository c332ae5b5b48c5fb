import type { DateRange } from '../../src/domain/reports/periods.ts'
import { isRecordId } from '../../src/domain/text/id.ts'
import { isIsoDate } from '../../src/domain/time/calendar.ts'
import { addDays, getStartOfDay } from '../../src/domain/time/local-time.ts'
import { formatTimestamp, getOrganisationTimeZone } from '../lib/clock.ts'
import { createErrorResponse, getQueryParams } from '../lib/http.ts'
import { requireAdmin } from '../lib/users.ts'

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
