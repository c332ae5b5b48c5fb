import { closeFinalRequestNotices } from '../effects/close-final-request-notices.ts'
import { makeDocuments } from '../effects/make-documents.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { findUnsigned } from '../signing/request-signatures.ts'
import { type ActionHandler, planChanges } from './action.ts'
import { pendingDocument } from './document-columns.ts'
import { loadRequests } from './load-requests.ts'

/** Issues the final documents of approved requests with a preliminary one. The document of outside signers is final when all have signed, unless their signatures are cancelled. */
export const issueDocuments: ActionHandler = {
  plan(tx, call, ids) {
    const unsigned = findUnsigned(tx, ids)
    return planChanges(call, ids, loadRequests(tx, call, ids), {
      findRefusal: ({ id }) => (unsigned.has(id) ? 'sign.pending' : undefined),
      change: () => ({ set: { finality: 'final', reason: call.reason, ...pendingDocument } }),
    })
  },
  effects: [recordActionEvents, queueDecisionMails, notifyRequesters, closeFinalRequestNotices, makeDocuments],
}
