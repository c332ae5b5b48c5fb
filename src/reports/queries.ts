import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DateRange } from '../domain/reports/periods.ts'
import type { Report, ReportSteps } from '../domain/reports/report.ts'
import { pb } from '../lib/pb.ts'

interface Asked extends DateRange {
  format?: string | undefined
}

export const reportOf = (asked: Asked) => ofPeriod<Report>('reports', asked)

/** Returns the waiting times of the route steps in a period. */
export const reportStepsOf = (asked: Asked) => ofPeriod<ReportSteps>('reports/steps', asked)

function ofPeriod<Answer>(path: string, { format, ...period }: Asked) {
  return queryOptions({
    queryKey: ['reports', path, format, period],
    queryFn: () => pb.send<Answer>(`/api/app/${path}`, { query: { ...period, format } }),
    placeholderData: keepPreviousData,
    meta: { follows: ['requests'] },
  })
}
