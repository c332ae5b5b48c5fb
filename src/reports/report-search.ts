import { isIsoDate } from '../domain/time/calendar.ts'

export type ReportPeriod = 'month' | 'lastMonth' | 'quarter' | 'year' | 'dates'

/** URL parameters of the report; without `period`, the current month. */
export interface ReportSearchParams {
  format?: string
  period?: Exclude<ReportPeriod, 'month'>
  /** First day; set only if `period` is `dates`. */
  from?: string
  to?: string
}

export function parseReportSearchParams(raw: Record<string, unknown>): ReportSearchParams {
  const period = (['lastMonth', 'quarter', 'year', 'dates'] as const).find((name) => name === raw.period)
  const day = (value: unknown) => (typeof value === 'string' && isIsoDate(value) ? value : undefined)
  const [from, to] = period === 'dates' ? [day(raw.from), day(raw.to)] : []
  const format = typeof raw.format === 'string' && /^[a-z0-9]{1,50}$/.test(raw.format) ? raw.format : undefined
  return { ...(format && { format }), ...(period && { period }), ...(from && { from }), ...(to && { to }) }
}
