import { answerGuests } from '../effects/answer-guests.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import type { ActionHandler } from './action.ts'
import { planEach } from './load-requests.ts'
import { leaveStage } from './stages.ts'

/** Cancels requests before their decision. */
export const cancelRequests: ActionHandler = {
  plan: planEach(({ reason }, request) => ({ set: { status: 'cancelled', reason, ...leaveStage(request) } })),
  effects: [recordActionEvents, answerGuests],
}
