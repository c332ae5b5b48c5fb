import { externalOwnerId } from '../../../src/domain/external/external-owner.ts'
import { type NotifiedAction, type RequestAction, requestActions } from '../../../src/domain/requests/actions.ts'
import { bulkTimeoutMs, formatTimestamp } from '../../lib/clock.ts'
import { executeSql } from '../../lib/sql.ts'
import { makeWebhookGroupDue } from '../../lib/webhook-queue.ts'
import type { FinalizedRequests } from '../actions/action.ts'

export const isMailedToOwner = (action: RequestAction): action is NotifiedAction =>
  requestActions[action].notice !== undefined

/**
 * Queues mails to the requesters of requests that another user decided. They are due immediately, or after `releaseGroupedMessages` if
 * they wait for further requests.
 */
export function queueDecisionMails(
  tx: CoreApp,
  { id, action, caller: { id: me }, requests, mailsWait }: FinalizedRequests,
) {
  if (!isMailedToOwner(action)) return
  const decided = requests.filter(
    ({ owner, status }) => owner !== me && owner !== externalOwnerId && status !== 'submitted',
  )
  if (!decided.length) return
  executeSql(
    tx,
    `INSERT INTO decision_mails (request, owner, decision, step, due)
     SELECT value ->> 'id', value ->> 'owner', {:decision}, {:action}, {:due} FROM json_each({:decided})
     WHERE NOT EXISTS (SELECT 1 FROM notice_choices WHERE person = value ->> 'owner' AND kind = 'decided' AND mail != 'now')`,
    {
      decision: id,
      action,
      due: formatTimestamp(Date.now() + (mailsWait ? bulkTimeoutMs : 0)),
      decided: JSON.stringify(decided.map(({ id, owner }) => ({ id, owner }))),
    },
  )
}

/** Makes the mails of a decision due, which are sent within a minute, and sends its webhooks. */
export function releaseGroupedMessages(tx: CoreApp, decision: string) {
  executeSql(tx, 'UPDATE decision_mails SET due = {:now} WHERE decision = {:decision}', {
    now: formatTimestamp(),
    decision,
  })
  makeWebhookGroupDue(tx, decision)
}

/** Makes the mails of all decisions due; called at startup, when no decision is running. */
export function releaseAllDecisionMails(app: CoreApp) {
  executeSql(app, 'UPDATE decision_mails SET due = {:now} WHERE due > {:now}', { now: formatTimestamp() })
}
