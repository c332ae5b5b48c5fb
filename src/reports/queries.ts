import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Report } from '../domain/report.ts'
import type { Stretch } from '../domain/stretches.ts'
import { pb } from '../lib/pb.ts'

/** What came and was decided in a period, of one format or of all. */
export const reportOf = ({ format, ...period }: Stretch & { format?: string | undefined }) =>
  queryOptions({
    queryKey: ['reports', format, period],
    queryFn: () => pb.send<Report>('/api/app/reports', { query: { ...period, format } }),
    placeholderData: keepPreviousData,
    meta: { follows: ['requests'] },
  })
