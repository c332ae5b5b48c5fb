import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DateRange } from '../domain/reports/periods.ts'
import type { Report, StageReport } from '../domain/reports/report.ts'
import { addDays } from '../domain/time/local-time.ts'
import { pb } from '../lib/pb.ts'
import type { ReportSearchParams } from './report-search.ts'

interface ReportQuery extends DateRange {
  format?: string | undefined
}

export const requestReportQuery = (asked: ReportQuery) => createPeriodQuery<Report>('reports', asked)

export const stageReportQuery = (asked: ReportQuery) => createPeriodQuery<StageReport>('reports/steps', asked)

function createPeriodQuery<Answer>(path: string, { format, ...period }: ReportQuery) {
  return queryOptions({
    queryKey: ['reports', path, format, period],
    queryFn: () => pb.send<Answer>(`/api/app/${path}`, { query: { ...period, format } }),
    placeholderData: keepPreviousData,
    meta: { follows: ['requests'] },
  })
}

/** Returns the first and last day of the period, both included. In period `dates`, a missing day is today; the days may be in any order. */
export function getReportPeriod({ period, from, to }: ReportSearchParams, today: string): DateRange {
  const [year = '', month = ''] = today.split('-')
  const first = `${year}-${month}-01`
  switch (period) {
    case 'lastMonth': {
      const last = addDays(first, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'quarter':
      return { from: `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`, to: today }
    case 'year':
      return { from: `${year}-01-01`, to: today }
    case 'dates': {
      const [one = today, other = today] = [from, to].map((day) => day ?? today).toSorted()
      return { from: one, to: other }
    }
    default:
      return { from: first, to: today }
  }
}
