import { makeDocuments } from '../effects/make-documents.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { type ActionHandler, findRefusal, planChanges } from './action.ts'
import { pendingDocument } from './document-columns.ts'
import { loadRequests } from './load-requests.ts'

/** Generates documents of approved requests again. Keeps the reason of the decision. */
export const regenerateDocuments: ActionHandler = {
  plan: (tx, call, ids) =>
    planChanges(ids, loadRequests(tx, call, ids), {
      findRefusal: (request) => findRefusal(call, request),
      change: () => ({ set: { ...pendingDocument } }),
    }),
  effects: [recordActionEvents, makeDocuments],
}
