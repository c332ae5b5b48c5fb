import { recordEvents } from '../../lib/events.ts'
import type { ActionHandler, WrittenChanges } from './action.ts'
import { planEach } from './load-requests.ts'

/** Records the event for administrators only, because the reason may be a dispute with the requester. */
export function recordHoldEvents(tx: CoreApp, { action, caller, reason, requests }: WrittenChanges) {
  const lines = requests.map(({ id, status }) => ({ subjectId: id, from: status, to: status, reason }))
  recordEvents(tx, { subject: 'requests', action, actor: caller }, lines)
}

/** Marks requests so that their personal data are not erased. */
export const holdRequests: ActionHandler = {
  plan: planEach(() => ({ set: { privacy: 'held' } })),
  effects: [recordHoldEvents],
}
