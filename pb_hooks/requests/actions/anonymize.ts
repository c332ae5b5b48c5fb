import { getIds } from '../../lib/record-id.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { eraseRequests } from '../privacy/erase-requests.ts'
import { type ActionHandler, findRefusal, planChanges } from './action.ts'
import { loadRequests } from './load-requests.ts'

/** Erases the personal data of ended requests. */
export const anonymizeRequests: ActionHandler = {
  plan: (tx, call, ids) =>
    planChanges(ids, loadRequests(tx, call, ids), {
      findRefusal(request) {
        const code = findRefusal(call, request)
        return code === 'request.transition' && request.privacy === 'held' ? 'request.held' : code
      },
      change: () => ({ set: { privacy: 'anonymized' } }),
    }),
  effects: [(tx, { requests }) => eraseRequests(tx, getIds(requests)), recordActionEvents],
}
