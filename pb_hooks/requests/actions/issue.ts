import { closeFinalRequestNotices } from '../effects/close-final-request-notices.ts'
import { makeDocuments } from '../effects/make-documents.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import type { ActionHandler } from './action.ts'
import { pendingDocument } from './document-columns.ts'
import { loadRequests } from './load-requests.ts'
import { findRefusal, planChanges } from './plan-changes.ts'

/** Issues the final documents of approved requests with a preliminary one. */
export const issueDocuments: ActionHandler = {
  plan: (tx, call, ids) =>
    planChanges(ids, loadRequests(tx, call, ids), {
      findRefusal: (request) => findRefusal(call, request),
      change: () => ({
        set: { finality: 'final', reason: call.reason, ...pendingDocument },
      }),
    }),
  effects: [recordActionEvents, queueDecisionMails, notifyRequesters, closeFinalRequestNotices, makeDocuments],
}
