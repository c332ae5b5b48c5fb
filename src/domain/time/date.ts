import { daysIn, firstYear, lastYear, partsOf } from './calendar.ts'

export const monthNames = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** `YYYY-MM-DD`, or null for a day that no calendar has. */
export function dateOf(year: number, month: number, day: number): string | null {
  if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Days since 1970-01-01, counted in the calendar alone: no clock, no time zone. */
export function dayNumber(date: string): number {
  const { year, month, day } = partsOf(date)
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000)
}

/** `YYYY-MM-DD` from days since 1970-01-01. */
export function fromDayNumber(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day beyond the calendar of a workbook, as its serial. */
const afterSerials = 2_958_466
/** 1970-01-01 as a serial of the two calendars. */
const epoch = { 1900: 25_569, 1904: 24_107 } as const

/** A serial of a workbook, with its part of a day, as days since 1970; null for what no calendar has, Excel's 29 February 1900 among it. */
export function daysOfSerial(serial: number, base: 1900 | 1904 = 1900): number | null {
  if (!(serial >= 1 && serial < afterSerials)) return null
  if (base === 1900 && serial >= 60 && serial < 61) return null
  return serial - epoch[base] + (base === 1900 && serial < 60 ? 1 : 0)
}

/** A day as a serial of the calendar of 1900; of days after February 1900 alone. */
export const serialOf = (date: string) => dayNumber(date) + epoch[1900]

/** A bare serial as a day; null outside of 1900 to 2447. */
export function fromSerial(serial: number, base?: 1900 | 1904): string | null {
  const days = serial < 200_000 ? daysOfSerial(Math.floor(serial), base) : null
  return days === null ? null : fromDayNumber(days)
}

/** «3 de abril de 2025» */
export function longDate(date: string): string {
  const { year, month, day } = partsOf(date)
  return `${day} de ${monthNames[month - 1]} de ${year}`
}

/** «03/04/2025» */
export function shortDate(date: string, between = '/'): string {
  return date.slice(8, 10) + between + date.slice(5, 7) + between + date.slice(0, 4)
}
