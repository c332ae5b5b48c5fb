import { omitUndefined, parseDay, parseOption, parseText } from '../lib/search-params.ts'

export type ReportPeriod = 'month' | 'lastMonth' | 'quarter' | 'year' | 'dates'

/** URL parameters of the report; without `period`, the current month. */
export interface ReportSearchParams {
  format?: string
  period?: Exclude<ReportPeriod, 'month'>
  /** First day; set only if `period` is `dates`. */
  from?: string
  to?: string
}

const periods = ['lastMonth', 'quarter', 'year', 'dates'] as const

export function parseReportSearchParams(raw: Record<string, unknown>): ReportSearchParams {
  const period = parseOption(raw.period, periods)
  const hasDates = period === 'dates'
  return omitUndefined({
    format: parseText(raw.format, /^[a-z0-9]{1,50}$/),
    period,
    from: hasDates ? parseDay(raw.from) : undefined,
    to: hasDates ? parseDay(raw.to) : undefined,
  })
}
