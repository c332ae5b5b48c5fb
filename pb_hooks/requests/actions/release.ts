import type { ActionHandler } from './action.ts'
import { planHold, recordHoldEvents } from './hold.ts'

/** Removes the mark of `holdRequests`. */
export const releaseRequests: ActionHandler = { plan: planHold(''), effects: [recordHoldEvents] }
