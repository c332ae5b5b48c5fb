import type { ActionHandler } from './action.ts'
import { planPrivacy, recordHoldEvents } from './hold.ts'

/** Removes the mark of `holdRequests`. */
export const releaseRequests: ActionHandler = { plan: planPrivacy(''), effects: [recordHoldEvents] }
