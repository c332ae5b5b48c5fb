import { recordEvents } from '../../lib/events.ts'
import { type ActionHandler, findRefusal, planChanges, type WrittenChanges } from './action.ts'
import { loadRequests } from './load-requests.ts'

/** Returns a plan that sets or removes the mark «No borrar». */
export const planHold =
  (privacy: 'held' | ''): ActionHandler['plan'] =>
  (tx, call, ids) =>
    planChanges(ids, loadRequests(tx, call, ids), {
      findRefusal: (request) => findRefusal(call, request),
      change: () => ({ set: { privacy } }),
    })

/** Records the event for administrators only, because the reason may be a dispute with the requester. */
export function recordHoldEvents(tx: CoreApp, { action, caller, reason, requests }: WrittenChanges) {
  const lines = requests.map(({ id, status }) => ({ subjectId: id, from: status, to: status, reason }))
  recordEvents(tx, { subject: 'requests', action, actor: caller }, lines)
}

/** Marks requests so that their personal data are not erased. */
export const holdRequests: ActionHandler = { plan: planHold('held'), effects: [recordHoldEvents] }
