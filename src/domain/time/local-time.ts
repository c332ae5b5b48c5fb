/** UTC offsets without summer time by time zone, in hours. Listed, because the server's JavaScript engine has no time zone database. */
const offsets: Record<string, number> = {
  AR: -3,
  CO: -5,
  EC: -5,
  MX: -6,
  PE: -5,
  'CL-MAG': -3,
  'EC-GAL': -6,
  'MX-PAC': -7,
  'MX-SUR': -5,
}

const hour = 3_600_000

/** Returns the first Sunday from a day of a month. `month` is zero-based; the result is in ms, at 00:00 UTC. */
function findSunday(year: number, month: number, day: number): number {
  const first = Date.UTC(year, month, day)
  return first + ((7 - new Date(first).getUTCDay()) % 7) * 24 * hour
}

function getUtcOffset(zone: string, instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  if (zone === 'CL' || zone === 'CL-PAS') {
    const winter = findSunday(year, 3, 2) + 3 * hour
    const summer = findSunday(year, 8, 2) + 4 * hour
    const isWinter = instant >= winter && instant < summer
    return (isWinter ? -4 : -3) - (zone === 'CL-PAS' ? 2 : 0)
  }
  // Baja California changes its clocks with the United States.
  if (zone === 'MX-NOR')
    return instant >= findSunday(year, 2, 8) + 10 * hour && instant < findSunday(year, 10, 1) + 9 * hour ? -7 : -8
  return offsets[zone] ?? -5
}

/** Settings of the organisation that determine its time zone. */
export interface TimeZoneSettings {
  country?: string
  timeZone?: string
}

/** Returns the time zone of an organisation: `MX-SUR`, or the code of the country for its main zone. */
export const getTimeZone = ({ country = '', timeZone = '' }: TimeZoneSettings): string =>
  timeZone.startsWith(`${country}-`) ? timeZone : country || 'CO'

/** Returns the local day (`YYYY-MM-DD`) of an instant (ms) in a time zone, as `getTimeZone` returns it: `CO`, `MX-SUR`. */
export function getLocalDay(zone: string, instant: number): string {
  return getLocalDateTime(zone, instant).slice(0, 10)
}

/** Returns the local time (`YYYY-MM-DDTHH:MM`) of an instant (ms) in a time zone. */
export function getLocalDateTime(zone: string, instant: number): string {
  return new Date(instant + getUtcOffset(zone, instant) * hour).toISOString().slice(0, 16)
}

/** Returns the instant (ms) at which a local day (`YYYY-MM-DD`) begins in a time zone. */
export function getStartOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let start = midnight - getUtcOffset(zone, midnight) * hour
  // If the clocks go back at midnight, the first of the two hours still belongs to the previous day.
  while (getLocalDay(zone, start) < day) start += hour
  // If the clocks went forward shortly before midnight, the day begins an hour earlier.
  while (getLocalDay(zone, start - 1) === day) start -= hour
  return start
}

/** Adds days to a day: `addDays('2026-12-31', 1)` → `2027-01-01`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 24 * hour).toISOString().slice(0, 10)
}
