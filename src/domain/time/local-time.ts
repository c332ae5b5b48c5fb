/** UTC offsets by country, in hours. Listed, because the server's JavaScript engine has no time zone database. */
const offsets: Record<string, number> = { AR: -3, CO: -5, EC: -5, MX: -6, PE: -5 }

const hour = 3_600_000

/**
 * Returns the day on which Chile changes its clocks: the first Sunday from the 2nd of the month. `month` is zero-based; the result is in ms, at 00:00
 * UTC.
 */
function findChileanClockChange(year: number, month: number): number {
  const second = Date.UTC(year, month, 2)
  return second + ((7 - new Date(second).getUTCDay()) % 7) * 24 * hour
}

function getUtcOffset(country: string, instant: number): number {
  if (country !== 'CL') return offsets[country] ?? -5
  const year = new Date(instant).getUTCFullYear()
  const winter = findChileanClockChange(year, 3) + 3 * hour
  const summer = findChileanClockChange(year, 8) + 4 * hour
  return instant >= winter && instant < summer ? -4 : -3
}

/** Returns the local day (`YYYY-MM-DD`) of an instant (ms) in a country (ISO 3166 alpha-2). */
export function getLocalDay(country: string, instant: number): string {
  return getLocalDateTime(country, instant).slice(0, 10)
}

/** Returns the local time (`YYYY-MM-DDTHH:MM`) of an instant (ms) in a country. */
export function getLocalDateTime(country: string, instant: number): string {
  return new Date(instant + getUtcOffset(country, instant) * hour).toISOString().slice(0, 16)
}

/** Returns the instant (ms) at which a local day (`YYYY-MM-DD`) begins in a country. */
export function getStartOfDay(day: string, country: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let start = midnight - getUtcOffset(country, midnight) * hour
  // If the clocks go back at midnight, the first of the two hours still belongs to the previous day.
  while (getLocalDay(country, start) < day) start += hour
  return start
}

/** Adds days to a day: `addDays('2026-12-31', 1)` → `2027-01-01`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 24 * hour).toISOString().slice(0, 10)
}
