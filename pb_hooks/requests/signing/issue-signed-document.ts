import { recordEvent } from '../../lib/events.ts'
import { generateRecordId } from '../../lib/record-id.ts'
import type { FinalizedRequests } from '../actions/action.ts'
import { pendingDocument } from '../actions/document-columns.ts'
import { writeChanges } from '../actions/write-changes.ts'
import { closeFinalRequestNotices } from '../effects/close-final-request-notices.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'

/** Issues the final document of a request that all have signed, like the action `issue` without a person. It is generated after the commit. */
export function issueSignedDocument(tx: CoreApp, request: FinalizedRequests['requests'][number]) {
  const { id, owner, status } = request
  writeChanges(tx, [{ id, set: { finality: 'final', ...pendingDocument } }], new Set([id]))
  recordEvent(tx, { subject: 'requests', subjectId: id, owner, action: 'signedByAll', from: status, to: status })
  const issued: FinalizedRequests = {
    id: generateRecordId(),
    action: 'issue',
    caller: { id: '' },
    reason: '',
    requests: [request],
    groupKey: '',
    mailsWait: false,
    documents: [],
  }
  for (const run of [queueDecisionMails, notifyRequesters, closeFinalRequestNotices]) run(tx, issued)
}
