import { formatTimestamp } from '../../lib/clock.ts'
import { closeFinalRequestNotices } from '../effects/close-final-request-notices.ts'
import { makeDocuments } from '../effects/make-documents.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { cancelPendingSignatures } from '../signing/request-signatures.ts'
import type { ActionHandler } from './action.ts'
import { pendingDocument } from './document-columns.ts'
import { planEach } from './load-requests.ts'

/** Annuls the documents of approved requests. They are generated again with an annulment stamp. */
export const annulDocuments: ActionHandler = {
  plan: planEach(({ reason }) => ({ set: { annulledAt: formatTimestamp(), reason, ...pendingDocument } })),
  effects: [
    recordActionEvents,
    queueDecisionMails,
    notifyRequesters,
    closeFinalRequestNotices,
    cancelPendingSignatures,
    makeDocuments,
  ],
}
