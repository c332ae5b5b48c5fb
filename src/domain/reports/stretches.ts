import { dayNumber } from '../time/date.ts'
import { addDays } from '../time/today.ts'

export interface Stretch {
  from: string
  to: string
}

/** Beyond so many days a picture of single days cannot be read; beyond so many, not one of weeks. */
const mostDays = 35
const mostWeekly = 190

/** A period as the days, weeks (from Monday) or months that a picture of it has; both ends are included. */
export function stretchesOf({ from, to }: Stretch): Stretch[] {
  const days = dayNumber(to) - dayNumber(from) + 1
  const next = days <= mostDays ? nextDay : days <= mostWeekly ? nextWeek : nextMonth
  const found: Stretch[] = []
  for (let first = from; first <= to; ) {
    const after = next(first)
    const last = addDays(after, -1)
    found.push({ from: first, to: last < to ? last : to })
    first = after
  }
  return found
}

const nextDay = (day: string) => addDays(day, 1)
/** 1970-01-01 was a Thursday. */
const nextWeek = (day: string) => addDays(day, 7 - ((dayNumber(day) + 3) % 7))
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}
