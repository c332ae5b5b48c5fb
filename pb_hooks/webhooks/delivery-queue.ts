import { parseWebhookUrl, type WebhookErrorCode, webhookRetryMinutes } from '../../src/domain/webhooks/webhook.ts'
import { formatDueCondition, formatTimestamp } from '../lib/clock.ts'
import { allowsPrivateWebhooks } from '../lib/environment.ts'
import { recordEvent } from '../lib/events.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { listActiveAdmins } from '../lib/users.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { buildPausedWebhookMail } from '../mail/mails.ts'

const maxAttempts = webhookRetryMinutes.length + 1
/** Seconds after which an attempt of a dead process counts as failed. */
const leaseSeconds = 60
/** Days of consecutive failures after which a webhook is paused. */
const pauseAfterDays = 3
/** Retention of each webhook's delivery log. */
const retention = { deliveries: 500, days: 30 }

/** SQL condition of due deliveries; `{:now}` is a timestamp. */
const dueCondition = formatDueCondition(`ifnull('${JSON.stringify([1, ...webhookRetryMinutes])}' ->> attempts, 0)`)
/** SQL condition of a grouped message that still collects ids. Later messages of its webhook wait for it, to preserve the order. */
const groupingCondition = `groupKey != '' AND webhook = webhooks.id AND status = 'waiting' AND attempts = 0 AND NOT ${dueCondition}`

const deliveryColumns = { id: '', webhook: '', event: '', body: '', attempts: 0, url: '', secret: '' }
type ClaimedDelivery = typeof deliveryColumns

/** Timeout of an attempt, and bytes that are stored of its response. */
const limits = { seconds: 10, maxBytes: 1_024 }

interface DeliveryResult {
  status: number
  error: WebhookErrorCode | ''
  /** Start of the response body. */
  answer: string
}

/** Delivers due messages, and plans the next run for the next due message. */
export function deliverDueWebhooks() {
  deleteOldDeliveries()
  for (let due = claimNext($app); due; due = claimNext($app)) attemptDelivery($app, due)
  const next = queryRow(
    $app,
    `SELECT ifnull(min(due), '') AS due FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook WHERE status = 'waiting' AND paused = ''
       AND due > {:now}`,
    { now: formatTimestamp() },
    { due: '' },
  )
  if (next?.due) engine.wake('webhooks', Date.parse(next.due.replace(' ', 'T')) - Date.now() + 1)
}

/**
 * Claims the next delivery: least recently tried first, failing webhooks last, so that a working one waits for one attempt at most. Writes only if
 * there is a delivery, so that other writers rarely wait.
 */
function claimNext(app: CoreApp): ClaimedDelivery | undefined {
  const next = queryRow(
    app,
    `SELECT d.id, d.due FROM webhooks JOIN webhook_deliveries d ON d.id = (
       SELECT id FROM webhook_deliveries WHERE webhook = webhooks.id AND status = 'waiting' AND ${dueCondition} ORDER BY due LIMIT 1)
     WHERE paused = '' AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE ${groupingCondition})
     ORDER BY failingSince != '', attemptedAt, d.due LIMIT 1`,
    { now: formatTimestamp() },
    { id: '', due: '' },
  )
  return next && claimMatching(app, 'id = {:id} AND due = {:due}', next)
}

/** Claims delivery `id`, even if it is not due yet. */
export const claimDelivery = (app: CoreApp, id: string) => claimMatching(app, 'id = {:id}', { id })

/** Claims a pending delivery by a lease; undefined if none matches. */
function claimMatching(app: CoreApp, which: string, params: Record<string, string>): ClaimedDelivery | undefined {
  return queryRow(
    app,
    `UPDATE webhook_deliveries SET attempts = attempts + 1, due = {:lease} WHERE status = 'waiting' AND ${which}
     RETURNING id, webhook, event, body, attempts, (SELECT url FROM webhooks WHERE id = webhook) AS url,
       (SELECT secret FROM webhooks WHERE id = webhook) AS secret`,
    { ...params, lease: formatTimestamp(Date.now() + leaseSeconds * 1000) },
    deliveryColumns,
  )
}

/** Attempts a delivery and stores its result; returns whether the webhook accepted it. */
export function attemptDelivery(app: CoreApp, due: ClaimedDelivery): boolean {
  const outcome = sendDelivery(due)
  const isHeard = outcome.status >= 200 && outcome.status < 300
  const minutes = webhookRetryMinutes[due.attempts - 1]
  const status = isHeard ? 'sent' : due.attempts < maxAttempts ? 'waiting' : 'failed'
  const now = formatTimestamp()
  writeInTransaction(app, (tx) => {
    executeSql(
      tx,
      'INSERT INTO webhook_attempts (delivery, at, status, error, answer) SELECT id, {:now}, {:status}, {:error}, {:answer} FROM webhook_deliveries WHERE id = {:id}',
      {
        now,
        id: due.id,
        ...outcome,
      },
    )
    executeSql(tx, 'UPDATE webhook_deliveries SET status = {:status}, due = {:due} WHERE id = {:id}', {
      id: due.id,
      status,
      due: formatTimestamp(Date.now() + (minutes ?? 0) * 60_000),
    })
    if (due.event === 'test') return
    const since = isHeard ? "''" : "iif(failingSince = '', {:now}, failingSince)"
    executeSql(tx, `UPDATE webhooks SET failingSince = ${since}, attemptedAt = {:now} WHERE id = {:webhook}`, {
      now,
      webhook: due.webhook,
    })
    if (!isHeard) pauseIfFailing(tx, due)
  })
  return isHeard
}

function sendDelivery({ id, event, body, url, secret }: ClaimedDelivery): DeliveryResult {
  const to = parseWebhookUrl(url)
  const mayBePrivate = allowsPrivateWebhooks()
  if (!to) return { status: 0, error: 'connection', answer: '' }
  // Plain HTTP is refused, because without a certificate the connection could be redirected.
  if (to.scheme === 'http' && !mayBePrivate) return { status: 0, error: 'private', answer: '' }
  const at = Math.floor(Date.now() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Formatos-preeliminares',
    'X-Formatos-Event': event,
    'X-Formatos-Delivery': id,
    'X-Formatos-Signature': `t=${at},v1=${$security.hs256(`${at}.${body}`, secret)}`,
  }
  const { status, error, bytes } = engine.fetch({
    method: 'POST',
    url,
    headers,
    body,
    ...limits,
    publicOnly: !mayBePrivate,
  })
  return { status, error: error === 'cut' ? 'connection' : error, answer: error ? '' : toString(bytes) }
}

/** Pauses a webhook that failed for days, and notifies the administrators by mail. */
function pauseIfFailing(tx: CoreApp, { webhook, url }: ClaimedDelivery) {
  const before = formatTimestamp(Date.now() - pauseAfterDays * 86_400_000)
  const paused = queryRow(
    tx,
    "UPDATE webhooks SET paused = {:now} WHERE id = {:webhook} AND paused = '' AND failingSince < {:before} RETURNING id",
    { now: formatTimestamp(), webhook, before },
    { id: '' },
  )
  if (!paused) return
  recordEvent(tx, { subject: 'webhooks', subjectId: webhook, action: 'pause', details: { url } })
  for (const admin of listActiveAdmins(tx)) if (admin) enqueueMail(tx, buildPausedWebhookMail(tx, admin, url))
}

/** Deletes old deliveries. Finds them by an index query first, so that it usually writes nothing. */
function deleteOldDeliveries() {
  const finished = "webhook = webhooks.id AND status != 'waiting'"
  const old = queryRows(
    $app,
    `SELECT d.id FROM webhooks CROSS JOIN webhook_deliveries d ON d.webhook = webhooks.id AND d.status != 'waiting' AND d.created < max(
       {:before}, ifnull((SELECT created FROM webhook_deliveries WHERE ${finished} ORDER BY created DESC LIMIT 1 OFFSET ${retention.deliveries - 1}), ''))
     LIMIT 1000`,
    { before: formatTimestamp(Date.now() - retention.days * 86_400_000) },
    { id: '' },
  )
  if (old.length)
    executeSql($app, 'DELETE FROM webhook_deliveries WHERE id IN (SELECT value FROM json_each({:ids}))', {
      ids: JSON.stringify(old.map(({ id }) => id)),
    })
}
