/** Hours that a country's civil time is ahead of UTC; the engine has no table of time zones. */
const offsets: Record<string, number> = { AR: -3, CO: -5, EC: -5, MX: -6, PE: -5 }

const hour = 3_600_000

/** The first Sunday on or after the second of a month, when Chile moves its clocks. */
function chileanSunday(year: number, month: number): number {
  const second = Date.UTC(year, month, 2)
  return second + ((7 - new Date(second).getUTCDay()) % 7) * 24 * hour
}

function offsetOf(country: string, instant: number): number {
  if (country !== 'CL') return offsets[country] ?? -5
  const year = new Date(instant).getUTCFullYear()
  const winter = chileanSunday(year, 3) + 3 * hour
  const summer = chileanSunday(year, 8) + 4 * hour
  return instant >= winter && instant < summer ? -4 : -3
}

/** The civil day of an instant (milliseconds) in a country (ISO 3166 alpha-2), as `YYYY-MM-DD`. */
export function dayIn(country: string, instant: number): string {
  return minuteIn(country, instant).slice(0, 10)
}

/** The civil time of an instant (milliseconds) in a country, as `YYYY-MM-DDTHH:MM`. */
export function minuteIn(country: string, instant: number): string {
  return new Date(instant + offsetOf(country, instant) * hour).toISOString().slice(0, 16)
}

/** The instant (milliseconds) at which a civil day (`YYYY-MM-DD`) begins in a country. */
export function startOf(day: string, country: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let start = midnight - offsetOf(country, midnight) * hour
  // Where the clocks go back at midnight the hour before it comes twice.
  while (dayIn(country, start) < day) start += hour
  return start
}

/** `addDays('2026-12-31', 1)` → `2027-01-01` */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 24 * hour).toISOString().slice(0, 10)
}
