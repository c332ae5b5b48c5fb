import type { WebhookBody, WebhookEvent } from '../../src/domain/webhook.ts'
import { stamp } from './clock.ts'
import { recordId } from './record-id.ts'
import { row, rows, run } from './sql.ts'

/** Ids that one message names. */
const mostIds = 200
/** What may wait for one address: whoever does not listen is not told without end, and the administrators see that. */
const mostWaiting = 10_000

const listening = "paused = '' AND EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = {:event})"

export const doProgramsListen = (tx: CoreApp, event: WebhookEvent): boolean =>
  row(tx, `SELECT 1 AS one FROM webhooks WHERE ${listening} LIMIT 1`, { event }, { one: 0 }) !== undefined

/** Queues what other programs are told, in the transaction of what it tells: one message for one or for thousands. */
export function tellPrograms(
  tx: CoreApp,
  event: WebhookEvent,
  collection: WebhookBody['subject']['collection'],
  ids: string[],
) {
  if (!ids.length) return
  const listeners = rows(
    tx,
    `SELECT id, (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries WHERE webhook = webhooks.id AND status = 'waiting'
       LIMIT 1 OFFSET ${mostWaiting - 1})) AS isFull FROM webhooks WHERE ${listening}`,
    { event },
    { id: '', isFull: 0 },
  )
  const subject = { collection, ids: ids.slice(0, mostIds), count: ids.length }
  for (const { id, isFull } of listeners)
    if (isFull) run(tx, 'UPDATE webhooks SET leftOutAt = {:now} WHERE id = {:id}', { id, now: stamp() })
    else queueDelivery(tx, id, event, subject)
}

export function queueDelivery(
  tx: CoreApp,
  webhook: string,
  event: WebhookBody['event'],
  subject: WebhookBody['subject'],
) {
  const id = recordId()
  const body: WebhookBody = { id, event, at: new Date().toISOString(), subject }
  run(
    tx,
    `INSERT INTO webhook_deliveries (id, webhook, event, body, created, due) VALUES ({:id}, {:webhook}, {:event}, {:body}, {:now}, {:now})`,
    { id, webhook, event, body: JSON.stringify(body), now: stamp() },
  )
  return id
}
