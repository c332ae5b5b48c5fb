import type { WebhookBody, WebhookEvent } from '../../src/domain/webhooks/webhook.ts'
import { stamp } from './clock.ts'
import { recordId } from './record-id.ts'
import { row, rows, run } from './sql.ts'

/** Ids that one message names: as many as one call takes. */
const mostIds = 1_000
/** What may wait for one address: whoever does not listen is not told without end, and the administrators see that. */
const mostWaiting = 10_000

const listening = "paused = '' AND EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = {:event})"

export const doProgramsListen = (tx: CoreApp, event: WebhookEvent): boolean =>
  row(tx, `SELECT 1 AS one FROM webhooks WHERE ${listening} LIMIT 1`, { event }, { one: 0 }) !== undefined

/** Milliseconds after which the message of a decision of many leaves that did not come to its end. */
const patience = 300_000

/**
 * Queues what other programs are told, in the transaction of what it tells: one message for one or for thousands. What is written part by part is
 * gathered under one name, in one message that waits for its end (`releaseTellings`).
 */
export function tellPrograms(
  tx: CoreApp,
  event: WebhookEvent,
  collection: WebhookBody['subject']['collection'],
  ids: string[],
  gathers = '',
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
  const told = gathers ? addToGathered(tx, { event, gathers }, ids) : []
  for (const { id, isFull } of listeners)
    if (told.includes(id)) continue
    else if (isFull) run(tx, 'UPDATE webhooks SET leftOutAt = {:now} WHERE id = {:id}', { id, now: stamp() })
    else queueDelivery(tx, id, event, subject, gathers)
}

export function queueDelivery(
  tx: CoreApp,
  webhook: string,
  event: WebhookBody['event'],
  subject: WebhookBody['subject'],
  gathers = '',
) {
  const id = recordId()
  const body: WebhookBody = { id, event, at: new Date().toISOString(), subject }
  run(
    tx,
    `INSERT INTO webhook_deliveries (id, webhook, event, body, created, due, gathers)
     VALUES ({:id}, {:webhook}, {:event}, {:body}, {:now}, {:due}, {:gathers})`,
    { id, webhook, event, body: JSON.stringify(body), now: stamp(), due: gathers ? later() : stamp(), gathers },
  )
  return id
}

const later = () => stamp(Date.now() + patience)

/** Adds to the messages that wait under a name; answers whose these are. One that has left is not touched. */
function addToGathered(tx: CoreApp, { event, gathers }: { event: string; gathers: string }, ids: string[]): string[] {
  const waiting = rows(
    tx,
    `SELECT id, webhook, body FROM webhook_deliveries
     WHERE gathers = {:gathers} AND gathers != '' AND event = {:event} AND status = 'waiting' AND tries = 0`,
    { gathers, event },
    { id: '', webhook: '', body: '' },
  )
  for (const { id, body } of waiting) {
    const { subject, ...told } = JSON.parse(body) as WebhookBody
    const all = { ...subject, ids: [...subject.ids, ...ids].slice(0, mostIds), count: subject.count + ids.length }
    run(tx, 'UPDATE webhook_deliveries SET body = {:body}, due = {:due} WHERE id = {:id}', {
      id,
      body: JSON.stringify({ ...told, subject: all }),
      due: later(),
    })
  }
  return waiting.map(({ webhook }) => webhook)
}

/** All is there: what was gathered under that name leaves, before what came after it; but for what may still be taken back. */
export function releaseTellings(app: CoreApp, gathers: string) {
  run(app, `${release} AND gathers = {:gathers}`, { gathers })
}

/** At the start nobody writes anything part by part. */
export function releaseAllTellings(app: CoreApp) {
  run(app, release, {})
}

const release = `UPDATE webhook_deliveries SET gathers = '', due = iif(tries = 0, created, due)
  WHERE gathers != '' AND gathers NOT IN (SELECT decision FROM undoable_decisions)`
