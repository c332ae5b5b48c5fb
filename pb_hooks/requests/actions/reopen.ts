import { notifyApprovers } from '../effects/notify-approvers.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { type ActionHandler, planChanges } from './action.ts'
import { skipDuplicates } from './duplicates.ts'
import { loadRequests } from './load-requests.ts'
import { findNextStage } from './stages.ts'

/** Reopens rejected requests: they wait for a decision again, from the start of their route. */
export const reopenRequests: ActionHandler = {
  plan(tx, call, ids) {
    const requests = loadRequests(tx, call, ids)
    const plan = planChanges(call, ids, requests, {
      change({ version, values }) {
        const { step, details } = findNextStage(version.route, values)
        const open = { status: 'submitted', reviewer: '', decidedAt: '', dueAt: version.due, ...(step && { step }) }
        return { set: { ...open, reason: call.reason }, details, restartsRoute: version.route.length > 0 }
      },
    })
    return skipDuplicates(tx, plan, 'request.duplicate', ({ id }) => requests.get(id))
  },
  effects: [recordActionEvents, notifyApprovers],
}
