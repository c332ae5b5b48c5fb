import type { ActionHandler } from './action.ts'
import { recordHoldEvents } from './hold.ts'
import { planEach } from './load-requests.ts'

/** Removes the mark of `holdRequests`. */
export const releaseRequests: ActionHandler = {
  plan: planEach(() => ({ set: { privacy: '' } })),
  effects: [recordHoldEvents],
}
