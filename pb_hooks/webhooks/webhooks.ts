import { parseWebhookUrl, type WebhookErrorCode, type WebhookEvent } from '../../src/domain/webhooks/webhook.ts'
import { webhookSchema } from '../../src/domain/webhooks/webhook-input.ts'
import type { CreatedWebhook, Webhook, WebhookDelivery } from '../../src/domain/webhooks/webhook-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { allowsPrivateWebhooks } from '../lib/environment.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { enqueueDelivery } from '../lib/webhook-queue.ts'
import { attemptDelivery, claimDelivery } from './delivery-queue.ts'

/** Maximum webhooks. Each that does not respond costs ten seconds a minute. */
const maxWebhooks = 20
const shownDeliveries = 20

/** `GET /api/app/webhooks` → `{items: Webhook[]}` */
export function listWebhooks(e: core.RequestEvent) {
  requireAdmin(e)
  const items = queryRows(
    e.app,
    `SELECT webhooks.id, url, events, webhooks.created, users.name AS createdByName, failingSince, paused, droppedAt
     FROM webhooks JOIN users ON users.id = createdBy ORDER BY webhooks.created`,
    {},
    { id: '', url: '', events: '', created: '', createdByName: '', failingSince: '', paused: '', droppedAt: '' },
  ).map(
    (one): Webhook => ({
      ...one,
      events: JSON.parse(one.events) as WebhookEvent[],
      deliveries: listDeliveries(e.app, one.id),
    }),
  )
  return e.json(200, { items })
}

function listDeliveries(app: CoreApp, webhook: string): WebhookDelivery[] {
  const found = queryRows(
    app,
    `SELECT d.id, event, created, due, d.status, attempts, ifnull(t.status, 0) AS answerStatus, ifnull(error, '') AS error,
       ifnull(answer, '') AS answer, ifnull(at, '') AS attemptedAt
     FROM webhook_deliveries d LEFT JOIN webhook_attempts t ON t.rowid = (SELECT max(rowid) FROM webhook_attempts WHERE delivery = d.id)
     WHERE webhook = {:webhook} ORDER BY created DESC, d.rowid DESC LIMIT ${shownDeliveries}`,
    { webhook },
    {
      id: '',
      event: '',
      created: '',
      due: '',
      status: '',
      attempts: 0,
      answerStatus: 0,
      error: '',
      answer: '',
      attemptedAt: '',
    },
  )
  return found.map((one) => ({
    ...one,
    event: one.event as WebhookDelivery['event'],
    status: one.status as WebhookDelivery['status'],
    error: one.error as WebhookErrorCode | '',
  }))
}

/** `POST /api/app/webhooks`: `{url, events}` → `{id, secret}`. The secret signs the messages and is shown only once. */
export function createWebhook(e: core.RequestEvent) {
  const { url, events } = readInput(e, webhookSchema)
  const secret = `whsec_${$security.randomString(43)}`
  const made: CreatedWebhook = { id: generateRecordId(), secret }
  if (!allowsPrivateWebhooks() && isVisiblyPrivate(url))
    throw createErrorResponse('invalid', 400, { url: 'webhook.address' })
  runAsAdministrator(e, (tx, caller) => {
    if ((queryRow(tx, 'SELECT count(*) AS n FROM webhooks', {}, { n: 0 })?.n ?? 0) >= maxWebhooks)
      throw createErrorResponse('invalid', 400, { url: 'max' })
    executeSql(
      tx,
      'INSERT INTO webhooks (id, url, events, secret, createdBy, created) VALUES ({:id}, {:url}, {:events}, {:secret}, {:createdBy}, {:now})',
      { ...made, url, events: JSON.stringify([...new Set(events)]), createdBy: caller.id, now: formatTimestamp() },
    )
    recordEvent(tx, {
      subject: 'webhooks',
      subjectId: made.id,
      actor: caller,
      action: 'create',
      details: { url, events },
    })
  })
  return e.json(200, made)
}

/** Returns whether a URL is visibly private. The resolved address is checked when a message is sent. */
function isVisiblyPrivate(url: string): boolean {
  const { scheme, host = '' } = parseWebhookUrl(url) ?? {}
  return (
    scheme !== 'https' ||
    !/\.[a-z][a-z\d-]*[a-z\d]$/.test(host) ||
    /\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
  )
}

/** `DELETE /api/app/webhooks/{id}` → 204. Deletes its pending deliveries too. */
export function deleteWebhook(e: core.RequestEvent) {
  runAsAdministrator(e, (tx, caller) => {
    const { id, url } = requireWebhook(tx, e)
    executeSql(
      tx,
      'DELETE FROM webhook_attempts WHERE delivery IN (SELECT id FROM webhook_deliveries WHERE webhook = {:id})',
      { id },
    )
    executeSql(tx, 'DELETE FROM webhook_deliveries WHERE webhook = {:id}', { id })
    executeSql(tx, 'DELETE FROM webhooks WHERE id = {:id}', { id })
    recordEvent(tx, { subject: 'webhooks', subjectId: id, actor: caller, action: 'delete', details: { url } })
  })
  return e.noContent(204)
}

/** `POST /api/app/webhooks/{id}/resume` → 204. Resumes a paused webhook, including its pending deliveries. */
export function resumeWebhook(e: core.RequestEvent) {
  runAsAdministrator(e, (tx, caller) => {
    const { id, url } = requireWebhook(tx, e)
    executeSql(tx, "UPDATE webhooks SET paused = '', failingSince = '', droppedAt = '' WHERE id = {:id}", { id })
    recordEvent(tx, { subject: 'webhooks', subjectId: id, actor: caller, action: 'resume', details: { url } })
  })
  return e.noContent(204)
}

/** `POST /api/app/webhooks/{id}/test` → 204 after the attempt, whatever its result; the delivery log has it. */
export function testWebhook(e: core.RequestEvent) {
  let delivery = ''
  runAsAdministrator(e, (tx) => {
    const { id } = requireWebhook(tx, e)
    delivery = enqueueDelivery(tx, id, 'test', { collection: 'webhooks', ids: [id], count: 1 })
    // Sets 9 attempts, so that the test's attempt is the last of ten.
    executeSql(tx, 'UPDATE webhook_deliveries SET attempts = 9 WHERE id = {:delivery}', { delivery })
  })
  return sendNow(e, delivery)
}

/** `POST /api/app/webhooks/deliveries/{id}/send` → 204. Sends a logged delivery again, with all ten attempts. */
export function resendDelivery(e: core.RequestEvent) {
  const id = getPathId(e)
  runAsAdministrator(e, (tx) => {
    const again = queryRow(
      tx,
      "UPDATE webhook_deliveries SET status = 'waiting', attempts = 0 WHERE id = {:id} RETURNING id",
      { id },
      { id: '' },
    )
    if (!again) throw createErrorResponse('notFound', 404)
  })
  return sendNow(e, id)
}

function sendNow(e: core.RequestEvent, id: string) {
  const due = claimDelivery(e.app, id)
  if (due) attemptDelivery(e.app, due)
  return e.noContent(204)
}

/** Runs `work` in a transaction if the user is still an active administrator. */
function runAsAdministrator(e: core.RequestEvent, work: (tx: CoreApp, caller: core.Record) => void) {
  const caller = requireAdmin(e)
  writeInTransaction(e.app, (tx) => work(tx, requireActiveAdmin(tx, caller)))
}

function requireWebhook(tx: CoreApp, e: core.RequestEvent) {
  const found = queryRow(tx, 'SELECT id, url FROM webhooks WHERE id = {:id}', { id: getPathId(e) }, { id: '', url: '' })
  if (!found) throw createErrorResponse('notFound', 404)
  return found
}
