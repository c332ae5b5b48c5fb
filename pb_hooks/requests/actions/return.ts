import { createErrorResponse } from '../../lib/http.ts'
import { answerGuests } from '../effects/answer-guests.ts'
import { countReason } from '../effects/count-reason.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { sendDecisionWebhook } from '../effects/send-webhook.ts'
import { deleteSignatures } from '../signing/request-signatures.ts'
import type { ActionCall, ActionHandler, ActionRequest } from './action.ts'
import { planEach } from './load-requests.ts'
import { decide } from './stages.ts'

/** Columns of a returned request that had been approved, because its document failed. */
const noDocument = { documentStatus: 'none', documentError: '', finality: '' }

/** Returns requests to their requesters for correction, with a reason and optional notes on fields. */
export const returnRequests: ActionHandler = {
  plan: planEach((call, request) => {
    refuseUnknownFields(call, request)
    const decision = decide(call, request)
    return request.status === 'approved' ? { ...decision, set: { ...decision.set, ...noDocument } } : decision
  }),
  effects: [recordActionEvents, countReason],
  effectsAfterUndo: [deleteSignatures, queueDecisionMails, notifyRequesters, answerGuests, sendDecisionWebhook],
}

/** Refuses notes on unknown fields. Called only after the checks of rights, because the error discloses which fields exist. */
function refuseUnknownFields({ notes = {} }: ActionCall, { version }: ActionRequest) {
  const unknown = Object.keys(notes).filter((key) => !version.fields.some((field) => field.key === key))
  if (unknown.length)
    throw createErrorResponse(
      'invalid',
      400,
      Object.fromEntries(unknown.map((key) => [`notes.${key}`, 'format.unknown'])),
    )
}
