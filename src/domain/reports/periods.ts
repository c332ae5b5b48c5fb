import { dateToDayNumber } from '../time/date.ts'
import { addDays } from '../time/local-time.ts'

export interface DateRange {
  from: string
  to: string
}

/** Longest period, in days, for a chart by day and for a chart by week. The chart of a longer period is by month. */
const maxDaysByDay = 35
const maxDaysByWeek = 190

/** Splits a period into the days, weeks (from Monday) or months of a chart, with the first and last day of each. */
export function splitPeriod({ from, to }: DateRange): DateRange[] {
  const days = dateToDayNumber(to) - dateToDayNumber(from) + 1
  const next = days <= maxDaysByDay ? nextDay : days <= maxDaysByWeek ? nextWeek : nextMonth
  const found: DateRange[] = []
  for (let first = from; first <= to; ) {
    const after = next(first)
    const last = addDays(after, -1)
    found.push({ from: first, to: last < to ? last : to })
    first = after
  }
  return found
}

const nextDay = (day: string) => addDays(day, 1)
/** Returns the next Monday. Adds 3 to the day number, because day 0 (1970-01-01) was a Thursday. */
const nextWeek = (day: string) => addDays(day, 7 - ((dateToDayNumber(day) + 3) % 7))
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}
