/** Range of valid years, because dates outside of it are typing errors. `isoDatePattern` contains the same range. */
export const minYear = 1800
export const maxYear = 2199

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function getDaysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (daysOfMonths[month - 1] ?? 0)
}

const isoDatePattern = /^(18|19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Returns whether a text is an existing day in the form `YYYY-MM-DD`, within the valid years. */
export function isIsoDate(text: string): boolean {
  if (!isoDatePattern.test(text)) return false
  if (text.slice(8) <= '28') return true
  const { year, month, day } = splitIsoDate(text)
  return day <= getDaysInMonth(year, month)
}

/** Splits a `YYYY-MM-DD` date; the month is one-based. */
export function splitIsoDate(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}
