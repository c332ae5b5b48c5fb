import { isDate } from '../domain/date.ts'
import type { Stretch } from '../domain/stretches.ts'
import { addDays } from '../domain/today.ts'

export const periodNames = {
  month: 'Este mes',
  lastMonth: 'El mes pasado',
  quarter: 'Este trimestre',
  year: 'Este año',
  dates: 'Entre dos fechas',
} as const
export type Period = keyof typeof periodNames

/** What the address of the report says; without a period it is of this month. */
export interface ReportSearch {
  format?: string
  period?: Exclude<Period, 'month'>
  /** With `dates` alone. */
  from?: string
  to?: string
}

/** What makes no sense is left out. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = (['lastMonth', 'quarter', 'year', 'dates'] as const).find((name) => name === raw.period)
  const day = (value: unknown) => (typeof value === 'string' && isDate(value) ? value : undefined)
  const [from, to] = period === 'dates' ? [day(raw.from), day(raw.to)] : []
  const format = typeof raw.format === 'string' && /^[a-z0-9]{1,50}$/.test(raw.format) ? raw.format : undefined
  return { ...(format && { format }), ...(period && { period }), ...(from && { from }), ...(to && { to }) }
}

/** Both days included; of two dates the one that is missing is today, and they may come in any order. */
export function periodOf({ period, from, to }: ReportSearch, today: string): Stretch {
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
