import { answerGuests } from '../effects/answer-guests.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { type ActionHandler, findRefusal, planChanges } from './action.ts'
import { loadRequests } from './load-requests.ts'
import { leaveStage } from './stages.ts'

/** Cancels requests before their decision. */
export const cancelRequests: ActionHandler = {
  plan: (tx, call, ids) =>
    planChanges(ids, loadRequests(tx, call, ids), {
      findRefusal: (request) => findRefusal(call, request),
      change: (request) => ({
        set: { status: 'cancelled', reason: call.reason, ...leaveStage(request) },
      }),
    }),
  effects: [recordActionEvents, answerGuests],
}
