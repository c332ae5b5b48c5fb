import type { WaitingNow } from '../notices/deciders.ts'
import { powersOf } from './deciders.ts'
import { toDecide } from './to-decide.ts'

/** Of whoever decides no longer nothing waits. */
export const waitingNow: WaitingNow = (app, person) => {
  const { total, oldest } = toDecide(app, powersOf(app, person))
  return { count: total, oldest }
}
