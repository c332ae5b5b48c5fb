import type { ErrorCode } from '../../../src/domain/errors.ts'
import { getCurrentApiKeyName } from '../../lib/api-key.ts'
import { findApproverFieldErrors } from '../approver-fields/approver-fields.ts'
import { addEvidence } from '../effects/add-evidence.ts'
import { makeDocuments } from '../effects/make-documents.ts'
import { notifyApprovers } from '../effects/notify-approvers.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { sendDecisionWebhook } from '../effects/send-webhook.ts'
import { type ActionCall, type ActionHandler, type ActionRequest, planChanges } from './action.ts'
import { addDocument } from './document-columns.ts'
import { loadRequests } from './load-requests.ts'
import { decide, findStageAfterApproval } from './stages.ts'

/**
 * Approves requests at their stage. A request goes to the next stage when the stage is complete. After the last stage it is approved, and its
 * document is generated. Refuses a request whose approver fields are incomplete then.
 */
export const approveRequests: ActionHandler = {
  plan(tx, call, ids) {
    const requests = loadRequests(tx, call, ids)
    const findFieldErrors = findApproverFieldErrors(tx, [...requests.values()], call.filling)
    return planChanges(call, ids, requests, {
      findRefusal: (request) => findIdentityRefusal(call, request),
      change(request) {
        const decision = decide(call, request)
        const next = findStageAfterApproval(request)
        const identity = call.isConfirmed && request.version.asksPassword && { identity: 'password' }
        const details = { ...decision.details, ...next?.details, ...identity }
        if (next?.step) return { ...decision, details, set: { step: next.step, reason: call.reason } }
        const errors = findFieldErrors(request)
        return errors ? { code: 'request.filled', errors } : addDocument({ ...decision, details }, request)
      },
    })
  },
  effects: [addEvidence, recordActionEvents],
  effectsAfterUndo: [queueDecisionMails, notifyRequesters, notifyApprovers, sendDecisionWebhook, makeDocuments],
}

/** Refuses a request whose format asks for the password, unless the caller confirmed the identity. API keys cannot. */
function findIdentityRefusal({ isConfirmed }: ActionCall, { version }: ActionRequest): ErrorCode | undefined {
  if (isConfirmed || !version.asksPassword) return undefined
  return getCurrentApiKeyName() === undefined ? 'request.password' : 'request.passwordKey'
}
