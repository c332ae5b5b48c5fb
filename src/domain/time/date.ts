import { getDaysInMonth, maxYear, minYear, splitIsoDate } from './calendar.ts'

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

/** Formats a day as `YYYY-MM-DD`; returns `null` if the day does not exist or the year is out of range. */
export function toIsoDate(year: number, month: number, day: number): string | null {
  if (year < minYear || year > maxYear || month < 1 || month > 12 || day < 1 || day > getDaysInMonth(year, month))
    return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns the days since 1970-01-01, independent of clocks and time zones. */
export function dateToDayNumber(date: string): number {
  const { year, month, day } = splitIsoDate(date)
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000)
}

/** Formats days since 1970-01-01 as `YYYY-MM-DD`. */
export function dayNumberToDate(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10)
}

/** First serial number after the last day that workbooks support (9999-12-31 in the 1900 date system). */
const afterSerials = 2_958_466
/** Serial numbers of 1970-01-01 in the two date systems of workbooks. */
const epoch = { 1900: 25_569, 1904: 24_107 } as const

/**
 * Converts a workbook serial number with its fraction of a day to days since 1970-01-01. Returns `null` for invalid serial numbers, such as Excel's
 * 29 February 1900.
 */
export function serialToDayNumber(serial: number, base: 1900 | 1904 = 1900): number | null {
  if (!(serial >= 1 && serial < afterSerials)) return null
  if (base === 1900 && serial >= 60 && serial < 61) return null
  return serial - epoch[base] + (base === 1900 && serial < 60 ? 1 : 0)
}

/** Converts a day to a serial number of the 1900 date system. Correct only from March 1900 on. */
export const dateToSerial = (date: string) => dateToDayNumber(date) + epoch[1900]

/** Converts a serial number to `YYYY-MM-DD`; returns `null` outside the years 1900 to 2447. */
export function serialToDate(serial: number, base?: 1900 | 1904): string | null {
  const days = serial < 200_000 ? serialToDayNumber(Math.floor(serial), base) : null
  return days === null ? null : dayNumberToDate(days)
}

/** Formats a date: `2025-04-03` → «3 de abril de 2025». */
export function formatLongDate(date: string): string {
  const { year, month, day } = splitIsoDate(date)
  return `${day} de ${monthNames[month - 1]} de ${year}`
}

/** Formats a date: `2025-04-03` → «03/04/2025». */
export function formatShortDate(date: string, between = '/'): string {
  return date.slice(8, 10) + between + date.slice(5, 7) + between + date.slice(0, 4)
}

/** Formats a time with non-breaking spaces: `13, 5` → «1:05 p. m.». */
export function formatTimeOfDay(hour: number, minute: number): string {
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'a' : 'p'}. m.`.replaceAll(' ', '\xa0')
}
