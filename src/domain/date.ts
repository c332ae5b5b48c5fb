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

/** Beyond these a date is a slip of the fingers, not a document's date; `written` below says the same. */
const firstYear = 1800
const lastYear = 2199

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (daysOfMonths[month - 1] ?? 0)
}

/** `YYYY-MM-DD`, or null for a day that no calendar has. */
export function dateOf(year: number, month: number, day: number): string | null {
  if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const written = /^(18|19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Whether a text is a real day written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!written.test(text)) return false
  if (text.slice(8) <= '28') return true
  const { year, month, day } = partsOf(text)
  return day <= daysIn(year, month)
}

export function partsOf(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

/** Days since 1970-01-01, counted in the calendar alone: no clock, no time zone. */
export function dayNumber(date: string): number {
  const { year, month, day } = partsOf(date)
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000)
}

export function fromDayNumber(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10)
}

/** A serial of a workbook as a day; Excel's 1900 calendar has a 29 February that never was. Null outside of 1900–2199. */
export function fromSerial(serial: number, base: 1900 | 1904 = 1900): string | null {
  const whole = Math.floor(serial)
  if (!(whole >= 1 && whole < 200_000)) return null
  if (base === 1904) return fromDayNumber(whole - 24_107)
  return whole === 60 ? null : fromDayNumber(whole < 60 ? whole - 25_568 : whole - 25_569)
}

/** «3 de abril de 2025» */
export function longDate(date: string): string {
  const { year, month, day } = partsOf(date)
  return `${day} de ${monthNames[month - 1]} de ${year}`
}

/** «03/04/2025» */
export function shortDate(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}
