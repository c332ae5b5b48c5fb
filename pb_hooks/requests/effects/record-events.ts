import { recordEvents } from '../../lib/events.ts'
import type { WrittenChanges } from '../actions/action.ts'

/** Records an event of the history for each changed request. */
export function recordActionEvents(tx: CoreApp, { action, caller, reason, notes, requests }: WrittenChanges) {
  const lines = requests.map(({ id, owner, from, status, set: { number, documentNumber }, details }) => ({
    subjectId: id,
    owner,
    from,
    to: status,
    reason,
    details: {
      ...details,
      ...(number && { number }),
      ...(documentNumber && { documentNumber }),
      ...(notes && { notes }),
    },
  }))
  recordEvents(tx, { subject: 'requests', action, actor: caller }, lines)
}
