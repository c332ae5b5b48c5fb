import type { WebhookEvent } from '../../src/domain/webhooks/webhook.ts'
import type { WebhookBody } from '../../src/domain/webhooks/webhook-output.ts'
import { bulkTimeoutMs, formatTimestamp } from './clock.ts'
import { generateRecordId } from './record-id.ts'
import { executeSql, queryRow, queryRows } from './sql.ts'

/** Maximum ids per message; equals the maximum that one API call accepts. */
const maxIds = 1_000
/** Maximum pending deliveries per webhook. Further events are dropped, and administrators see the time of the loss (`droppedAt`). */
const maxWaiting = 10_000

const subscribedCondition = "paused = '' AND EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = {:event})"

export const hasSubscribedWebhook = (tx: CoreApp, event: WebhookEvent): boolean =>
  queryRow(tx, `SELECT 1 AS one FROM webhooks WHERE ${subscribedCondition} LIMIT 1`, { event }, { one: 0 }) !==
  undefined

export interface WebhookMessage {
  event: WebhookEvent
  collection: WebhookBody['subject']['collection']
  ids: string[]
  /** Id of the decision if its chunks share one message; empty otherwise. */
  groupKey?: string
}

/**
 * Queues one message for each subscribed webhook, in the transaction of the change. Chunks of one decision that pass the same `groupKey` share one
 * message, which waits for `makeWebhookGroupDue`.
 */
export function enqueueWebhook(tx: CoreApp, { event, collection, ids, groupKey = '' }: WebhookMessage) {
  if (!ids.length) return
  const webhooks = queryRows(
    tx,
    `SELECT id, (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries WHERE webhook = webhooks.id AND status = 'waiting'
       LIMIT 1 OFFSET ${maxWaiting - 1})) AS isFull FROM webhooks WHERE ${subscribedCondition}`,
    { event },
    { id: '', isFull: 0 },
  )
  const subject = { collection, ids: ids.slice(0, maxIds), count: ids.length }
  const grouped = groupKey ? addToGroup(tx, { event, groupKey }, ids) : []
  if (webhooks.length) isMessageQueued = true
  for (const { id, isFull } of webhooks)
    if (grouped.includes(id)) continue
    else if (isFull)
      executeSql(tx, 'UPDATE webhooks SET droppedAt = {:now} WHERE id = {:id}', { id, now: formatTimestamp() })
    else enqueueDelivery(tx, id, event, subject, groupKey)
}

export function enqueueDelivery(
  tx: CoreApp,
  webhook: string,
  event: WebhookBody['event'],
  subject: WebhookBody['subject'],
  groupKey = '',
) {
  const id = generateRecordId()
  const body: WebhookBody = { id, event, at: new Date().toISOString(), subject }
  executeSql(
    tx,
    `INSERT INTO webhook_deliveries (id, webhook, event, body, created, due, groupKey)
     VALUES ({:id}, {:webhook}, {:event}, {:body}, {:now}, {:due}, {:groupKey})`,
    {
      id,
      webhook,
      event,
      body: JSON.stringify(body),
      now: formatTimestamp(),
      due: groupKey ? getGroupDueTime() : formatTimestamp(),
      groupKey,
    },
  )
  return id
}

/** Set in a transaction that queues a message: the job must not look before the commit. */
let isMessageQueued = false

/** Wakes the delivery of webhooks if messages were queued; called after a commit. */
export function wakeQueued() {
  if (isMessageQueued) engine.wake('webhooks', 0)
  isMessageQueued = false
}

const getGroupDueTime = () => formatTimestamp(Date.now() + bulkTimeoutMs)

/** Adds ids to the pending messages of a group and returns their webhooks. Messages with a failed attempt are not changed. */
function addToGroup(tx: CoreApp, { event, groupKey }: { event: string; groupKey: string }, ids: string[]): string[] {
  const waiting = queryRows(
    tx,
    `SELECT id, webhook, body FROM webhook_deliveries
     WHERE groupKey = {:groupKey} AND groupKey != '' AND event = {:event} AND status = 'waiting' AND attempts = 0`,
    { groupKey, event },
    { id: '', webhook: '', body: '' },
  )
  for (const { id, body } of waiting) {
    const { subject, ...message } = JSON.parse(body) as WebhookBody
    const all = { ...subject, ids: [...subject.ids, ...ids].slice(0, maxIds), count: subject.count + ids.length }
    executeSql(tx, 'UPDATE webhook_deliveries SET body = {:body}, due = {:due} WHERE id = {:id}', {
      id,
      body: JSON.stringify({ ...message, subject: all }),
      due: getGroupDueTime(),
    })
  }
  return waiting.map(({ webhook }) => webhook)
}

/** Makes the messages of a group due, ordered before later ones. Messages of a decision that can still be undone remain pending. */
export function makeWebhookGroupDue(app: CoreApp, groupKey: string) {
  executeSql(app, `${releaseSql} AND groupKey = {:groupKey}`, { groupKey })
  isMessageQueued = true
}

/** Makes all grouped messages due; called at startup, when no decision is running. */
export function releaseAllWebhookGroups(app: CoreApp) {
  executeSql(app, releaseSql, {})
}

const releaseSql = `UPDATE webhook_deliveries SET groupKey = '', due = iif(attempts = 0, created, due)
  WHERE groupKey != '' AND groupKey NOT IN (SELECT decision FROM undoable_decisions)`
