import type { ValidationContext } from '../../src/domain/fields/field.ts'
import { getLocalDay, getTimeZone } from '../../src/domain/time/local-time.ts'
import { queryRow } from './sql.ts'

/** Formats an instant (ms) as PocketBase stores it: `2026-01-31 12:00:00.000Z`. */
export function formatTimestamp(instant = Date.now()): string {
  return new Date(instant).toISOString().replace('T', ' ')
}

/** Timeout in ms for writing all chunks of a bulk decision. Its effects follow after it even if the decision never finished. */
export const bulkTimeoutMs = 300_000

/**
 * Returns the SQL condition of due rows; `{:now}` is a timestamp. `pause`: SQL of the longest pause in minutes after the attempts of a row. A later time
 * also counts as due, because only a wrong clock sets it.
 */
export const formatDueCondition = (pause: string) =>
  `(due <= {:now} OR due > strftime('%Y-%m-%d %H:%M:%fZ', {:now}, '+' || (${bulkTimeoutMs / 60_000} + ${pause}) || ' minutes'))`

/**
 * Returns SQL that checks whether the lease in `column` is valid: not expired, and not ending later than in `seconds` +
 * 60 s, because only a wrong clock sets such an end. `{:now}` is in seconds.
 */
export const formatLeaseCondition = (column: string, seconds: number) =>
  `${column} BETWEEN {:now} AND {:now} + ${seconds + 60}`

/** Returns the organisation's time zone, for the functions of `local-time.ts`. */
export const getOrganisationTimeZone = (app: CoreApp): string => getTimeZone(getPlace(app))

/** Returns the current day in the organisation's time zone. */
export const getLocalToday = (app: CoreApp): string => getLocalDay(getOrganisationTimeZone(app), Date.now())

/** Returns the context for validating values: current day and country. `letters: 'ours'` means that this server makes the documents, with a limited font. */
export function getValidationContext(app: CoreApp): ValidationContext {
  const place = getPlace(app)
  const letters = $os.getenv('DOCUMENT_BACKEND_URL') ? {} : ({ letters: 'ours' } as const)
  return { today: getLocalDay(getTimeZone(place), Date.now()), country: place.country || 'CO', ...letters }
}

/** Returns the year of a stored instant in the organisation's time zone. */
export const getLocalYear = (app: CoreApp, timestamp: string) =>
  getLocalDay(getOrganisationTimeZone(app), Date.parse(timestamp.replace(' ', 'T'))).slice(0, 4)

const noPlace = { country: '', timeZone: '' }
const getPlace = (app: CoreApp) =>
  queryRow(app, 'SELECT country, timeZone FROM settings LIMIT 1', {}, noPlace) ?? noPlace
