import type { Context } from '../domain/field.ts'
import { dayIn } from '../domain/today.ts'

/** The world as the server will see it when it judges: the day in the installation's own calendar. */
export function contextIn(country: string | undefined): Context {
  const place = country || 'CO'
  return { today: dayIn(place, Date.now()), country: place }
}
