import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DateRange } from '../domain/reports/periods.ts'
import type { Report, StageReport } from '../domain/reports/report.ts'
import { pb } from '../lib/pb.ts'

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
