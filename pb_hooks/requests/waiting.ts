import { isAdmin } from '../lib/people.ts'
import type { WaitingSince } from '../notices/deciders.ts'
import { powersOf } from './deciders.ts'
import { toDecide } from './to-decide.ts'

/** How many wait for an administrator now, and since when; undefined for whoever is none: what waits at a step of his is told as it came. */
export function waitingNow(app: CoreApp, asker: core.Record): WaitingSince | undefined {
  if (!isAdmin(asker)) return undefined
  const { total, oldest } = toDecide(app, powersOf(app, asker))
  return { count: total, oldest }
}
