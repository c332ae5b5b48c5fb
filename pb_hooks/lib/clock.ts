import type { Context } from '../../src/domain/field.ts'
import { dayIn } from '../../src/domain/today.ts'
import { row } from './sql.ts'

/** An instant (milliseconds) as PocketBase stores it. */
export function stamp(instant = Date.now()): string {
  return new Date(instant).toISOString().replace('T', ' ')
}

/** The installation's own day and country, and the letters of its documents. */
export function contextOf(app: CoreApp): Context {
  const country = row(app, 'SELECT country FROM settings LIMIT 1', {}, { country: '' })?.country || 'CO'
  const letters = $os.getenv('DOCUMENT_BACKEND_URL') ? {} : ({ letters: 'ours' } as const)
  return { today: dayIn(country, Date.now()), country, ...letters }
}
