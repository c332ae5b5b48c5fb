import { formatTimestamp } from '../../lib/clock.ts'
import { closeFinalRequestNotices } from '../effects/close-final-request-notices.ts'
import { makeDocuments } from '../effects/make-documents.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { cancelPendingSignatures } from '../signing/request-signatures.ts'
import { type ActionHandler, findRefusal, planChanges } from './action.ts'
import { pendingDocument } from './document-columns.ts'
import { loadRequests } from './load-requests.ts'

/** Annuls the documents of approved requests. They are generated again with an annulment stamp. */
export const annulDocuments: ActionHandler = {
  plan: (tx, call, ids) =>
    planChanges(ids, loadRequests(tx, call, ids), {
      findRefusal: (request) => findRefusal(call, request),
      change: () => ({
        set: { annulledAt: formatTimestamp(), reason: call.reason, ...pendingDocument },
      }),
    }),
  effects: [
    recordActionEvents,
    queueDecisionMails,
    notifyRequesters,
    closeFinalRequestNotices,
    cancelPendingSignatures,
    makeDocuments,
  ],
}
