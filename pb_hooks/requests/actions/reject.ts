import { answerGuests } from '../effects/answer-guests.ts'
import { countReason } from '../effects/count-reason.ts'
import { notifyRequesters } from '../effects/notify-requesters.ts'
import { queueDecisionMails } from '../effects/queue-decision-mails.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { sendDecisionWebhook } from '../effects/send-webhook.ts'
import type { ActionHandler } from './action.ts'
import { planEach } from './load-requests.ts'
import { decide } from './stages.ts'

/** Rejects requests with a reason. */
export const rejectRequests: ActionHandler = {
  plan: planEach(decide),
  effects: [recordActionEvents, countReason],
  effectsAfterUndo: [queueDecisionMails, notifyRequesters, answerGuests, sendDecisionWebhook],
}
