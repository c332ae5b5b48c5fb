import { addDays } from './local-time.ts'

interface Holidays {
  /** Holidays on a fixed day (`MM-DD`). */
  fixed: readonly string[]
  /** Holidays (`MM-DD`) that are moved to the following Monday, unless the day itself is a Monday. */
  moved?: readonly string[]
  /** Holidays on a Monday: `[month, n]` is the nth Monday of a month, both one-based. */
  mondays?: readonly (readonly [number, number])[]
  /** Holidays relative to Easter Sunday, in days; negative for days before it. */
  easter?: readonly number[]
}

/**
 * Legal holidays by country. The list for Colombia is complete (Ley 51 de 1983). Lists for other countries omit days that a decree moves each year.
 */
const holidays: Record<string, Holidays> = {
  CO: {
    fixed: ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25'],
    moved: ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11'],
    easter: [-3, -2, 43, 64, 71],
  },
  AR: {
    fixed: ['01-01', '03-24', '04-02', '05-01', '05-25', '06-20', '07-09', '12-08', '12-25'],
    easter: [-48, -47, -2],
  },
  CL: {
    fixed: ['01-01', '05-01', '05-21', '07-16', '08-15', '09-18', '09-19', '11-01', '12-08', '12-25'],
    easter: [-2, -1],
  },
  EC: { fixed: ['01-01', '05-01', '05-24', '08-10', '10-09', '11-02', '11-03', '12-25'], easter: [-48, -47, -2] },
  MX: {
    fixed: ['01-01', '05-01', '09-16', '12-25'],
    mondays: [
      [2, 1],
      [3, 3],
      [11, 3],
    ],
  },
  PE: {
    fixed: [
      ...['01-01', '05-01', '06-07', '06-29', '07-23', '07-28', '07-29'],
      ...['08-06', '08-30', '10-08', '11-01', '12-08', '12-09', '12-25'],
    ],
    easter: [-3, -2],
  },
}

/** Returns the weekday; 0 is Sunday. */
const getWeekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns the day itself if it is a Monday, otherwise the next Monday. */
const getNextMonday = (day: string) => addDays(day, (8 - getWeekday(day)) % 7)

/** Computes Easter Sunday in the Gregorian calendar (Meeus). */
function computeEaster(year: number): string {
  const a = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * a + century - Math.floor(century / 4) - skipped + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((a + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(Math.floor(sum / 31))}-${two((sum % 31) + 1)}`
}

const holidayCache = new Map<string, ReadonlySet<string>>()

/** Returns the holidays (`YYYY-MM-DD`) of a country in a year; empty if the country is unsupported. */
export function getHolidays(country: string, year: number): ReadonlySet<string> {
  const name = `${country} ${year}`
  const before = holidayCache.get(name)
  if (before) return before
  const { fixed = [], moved = [], mondays = [], easter = [] } = holidays[country] ?? {}
  const sunday = computeEaster(year)
  const first = (month: number) => getNextMonday(`${year}-${String(month).padStart(2, '0')}-01`)
  const found = new Set([
    ...fixed.map((day) => `${year}-${day}`),
    ...moved.map((day) => getNextMonday(`${year}-${day}`)),
    ...mondays.map(([month, place]) => addDays(first(month), 7 * (place - 1))),
    ...easter.map((days) => addDays(sunday, days)),
  ])
  holidayCache.set(name, found)
  return found
}

export function isWorkingDay(day: string, country: string): boolean {
  return getWeekday(day) % 6 !== 0 && !getHolidays(country, Number(day.slice(0, 4))).has(day)
}

/** Adds working days to a day: Friday plus 1 is Monday, or Tuesday if that Monday is a holiday. */
export function addWorkingDays(day: string, count: number, country: string): string {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1)
    if (isWorkingDay(reached, country)) left--
  }
  return reached
}
