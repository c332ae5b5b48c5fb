import type { Context } from '../../src/domain/fields/field.ts'
import { dayIn } from '../../src/domain/time/today.ts'
import { row } from './sql.ts'

/** An instant (milliseconds) as PocketBase stores it. */
export function stamp(instant = Date.now()): string {
  return new Date(instant).toISOString().replace('T', ' ')
}

/** What is due, in SQL with `moments()`; also what was put off for longer than anything is, by a clock that went wrong. */
export const isDue = '(due <= {:now} OR due > {:far})'
const longest = 256 * 60_000
export const moments = () => ({ now: stamp(), far: stamp(Date.now() + longest) })

/**
 * In SQL with `now` in seconds: whether what is noted in a column, until when somebody has it, still holds. A little more than anybody has it was noted by
 * who came a moment later; much more, by a clock that went wrong.
 */
export const leaseHolds = (column: string, seconds: number) => `${column} BETWEEN {:now} AND {:now} + ${seconds + 60}`

/** What values are judged by: today and the country of the installation; `letters: 'ours'` where documents are made here, in a font that has not all letters. */
export function contextOf(app: CoreApp): Context {
  const country = countryOf(app)
  const letters = $os.getenv('DOCUMENT_BACKEND_URL') ? {} : ({ letters: 'ours' } as const)
  return { today: dayIn(country, Date.now()), country, ...letters }
}

/** The year of a stored instant, where the organisation is. */
export const yearOf = (app: CoreApp, stored: string) =>
  dayIn(countryOf(app), Date.parse(stored.replace(' ', 'T'))).slice(0, 4)

const countryOf = (app: CoreApp) =>
  row(app, 'SELECT country FROM settings LIMIT 1', {}, { country: '' })?.country || 'CO'
