import { type WebhookFault, webhookAddress, webhookPauses } from '../../src/domain/webhooks/webhook.ts'
import { stamp } from '../lib/clock.ts'
import { allowsPrivateWebhooks } from '../lib/environment.ts'
import { recordEvent } from '../lib/events.ts'
import { activeAdmins } from '../lib/people.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { webhookMail } from '../mail/mails.ts'
import { queueMail } from '../mail/queue.ts'
import { type DeliveryResult, postMessage } from './conversation.ts'

const maxAttempts = webhookPauses.length + 1
/** Seconds until a process that died while it told is taken to have failed. */
const lease = 60
/** Days after which nobody is told any more who did not listen once. */
const patience = 3
/** What the log keeps of each address. */
const kept = { deliveries: 500, days: 30 }

/** Also what was put off for longer than anything here is, by a clock that went wrong. */
const isDue = '(due <= {:now} OR due > {:far})'
/** What comes after a message that still grows waits for it: so all is told in its order. */
const isGathering = `gathers != '' AND webhook = webhooks.id AND status = 'waiting' AND tries = 0 AND NOT ${isDue}`
const moments = () => ({ now: stamp(), far: stamp(Date.now() + 2 * Math.max(...webhookPauses) * 60_000) })

const shape = { id: '', webhook: '', event: '', body: '', tries: 0, url: '', secret: '' }
type Due = typeof shape

const turn = 'webhooks turn'
/** Milliseconds for which one run of the minute's job looks, and between two looks. */
const look = { length: 56_000, pause: 2_000 }
/** Addresses that do not answer cost up to twelve seconds each: in one run no more of them are tried than this leaves time for others. */
const mostFailing = 2

/** Each minute's job looks every two seconds: what happened is told at once, and no call waits for it. */
export function deliverDue() {
  const own = $security.randomString(10)
  const until = Date.now() + look.length
  $app.store().set(turn, own)
  deleteOldDeliveries()
  const failing: string[] = []
  while ($app.store().get(turn) === own && Date.now() < until) {
    for (let due = claimNext($app, failing); due; due = claimNext($app, failing)) {
      if (!attemptDelivery($app, due)) failing.push(due.webhook)
      if (Date.now() > until) return
    }
    sleep(look.pause)
  }
}

/**
 * Of the addresses that have something due the one that was tried longest ago, those that fail after all others. A look only reads, one entry of
 * an index for each address, and what it found is claimed only if nobody else has: who writes is kept waiting by nobody.
 */
function claimNext(app: CoreApp, failing: string[]): Due | undefined {
  const next = row(
    app,
    `SELECT d.id, d.due FROM webhooks JOIN webhook_deliveries d ON d.id = (
       SELECT id FROM webhook_deliveries WHERE webhook = webhooks.id AND status = 'waiting' AND ${isDue} ORDER BY due LIMIT 1)
     WHERE paused = '' AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE ${isGathering}) AND webhooks.id NOT IN (SELECT value FROM json_each({:failing})) AND (failingSince = '' OR {:mayFail})
     ORDER BY failingSince != '', triedAt, d.due LIMIT 1`,
    { ...moments(), failing: JSON.stringify(failing), mayFail: failing.length < mostFailing ? 1 : 0 },
    { id: '', due: '' },
  )
  return next && claimed(app, 'id = {:id} AND due = {:due}', next)
}

/** The one that somebody asks for, whenever it would be due. */
export const claimOne = (app: CoreApp, id: string) => claimed(app, 'id = {:id}', { id })

/** The claim is a lease. */
function claimed(app: CoreApp, which: string, params: Record<string, string>): Due | undefined {
  return row(
    app,
    `UPDATE webhook_deliveries SET tries = tries + 1, due = {:lease} WHERE status = 'waiting' AND ${which}
     RETURNING id, webhook, event, body, tries, (SELECT url FROM webhooks WHERE id = webhook) AS url,
       (SELECT secret FROM webhooks WHERE id = webhook) AS secret`,
    { ...params, lease: stamp(Date.now() + lease * 1000) },
    shape,
  )
}

/** Tells one, and notes how that went; whether it was heard. */
export function attemptDelivery(app: CoreApp, due: Due): boolean {
  const outcome = send(due)
  const isHeard = outcome.status >= 200 && outcome.status < 300
  const minutes = webhookPauses[due.tries - 1]
  const status = isHeard ? 'sent' : due.tries < maxAttempts ? 'waiting' : 'failed'
  const now = stamp()
  writing(app, (tx) => {
    run(
      tx,
      'INSERT INTO webhook_tries (delivery, at, status, error, answer) SELECT id, {:now}, {:status}, {:error}, {:answer} FROM webhook_deliveries WHERE id = {:id}',
      {
        now,
        id: due.id,
        ...outcome,
      },
    )
    run(tx, 'UPDATE webhook_deliveries SET status = {:status}, due = {:due} WHERE id = {:id}', {
      id: due.id,
      status,
      due: stamp(Date.now() + (minutes ?? 0) * 60_000),
    })
    if (due.event === 'test') return
    const since = isHeard ? "''" : "iif(failingSince = '', {:now}, failingSince)"
    run(tx, `UPDATE webhooks SET failingSince = ${since}, triedAt = {:now} WHERE id = {:webhook}`, {
      now,
      webhook: due.webhook,
    })
    if (!isHeard) pauseIfFailing(tx, due)
  })
  return isHeard
}

function send({ id, event, body, url, secret }: Due): DeliveryResult {
  const to = webhookAddress(url)
  const mayBePrivate = allowsPrivateWebhooks()
  if (!to) return without('connection')
  // Without a certificate a name could be led anywhere between here and there.
  if (to.scheme === 'http' && !mayBePrivate) return without('private')
  const at = Math.floor(Date.now() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Formatos-preeliminares',
    'X-Formatos-Event': event,
    'X-Formatos-Delivery': id,
    'X-Formatos-Signature': `t=${at},v1=${$security.hs256(`${at}.${body}`, secret)}`,
  }
  return postMessage($app, { to, headers, body }, mayBePrivate)
}

const without = (error: WebhookFault): DeliveryResult => ({ status: 0, error, answer: '' })

/** Who has not listened for days is told nothing more, and the administrators hear of it. */
function pauseIfFailing(tx: CoreApp, { webhook, url }: Due) {
  const before = stamp(Date.now() - patience * 86_400_000)
  const paused = row(
    tx,
    "UPDATE webhooks SET paused = {:now} WHERE id = {:webhook} AND paused = '' AND failingSince < {:before} RETURNING id",
    { now: stamp(), webhook, before },
    { id: '' },
  )
  if (!paused) return
  recordEvent(tx, { subject: 'webhooks', subjectId: webhook, action: 'pause', details: { url } })
  for (const admin of activeAdmins(tx)) if (admin) queueMail(tx, webhookMail(tx, admin, url))
}

/** The log ends: what was told longest ago goes first. A look by the index, address by address, finds nothing mostly, and then nothing is written. */
function deleteOldDeliveries() {
  const told = "webhook = webhooks.id AND status != 'waiting'"
  const old = rows(
    $app,
    `SELECT d.id FROM webhooks CROSS JOIN webhook_deliveries d ON d.webhook = webhooks.id AND d.status != 'waiting' AND d.created < max(
       {:before}, ifnull((SELECT created FROM webhook_deliveries WHERE ${told} ORDER BY created DESC LIMIT 1 OFFSET ${kept.deliveries - 1}), ''))
     LIMIT 1000`,
    { before: stamp(Date.now() - kept.days * 86_400_000) },
    { id: '' },
  )
  if (old.length)
    run($app, 'DELETE FROM webhook_deliveries WHERE id IN (SELECT value FROM json_each({:ids}))', {
      ids: JSON.stringify(old.map(({ id }) => id)),
    })
}
