import type { MailPurpose } from '../../src/domain/deliveries/delivery.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { buildRecentlyMailedCondition, getRecentMailBounds } from '../mail/mail-interval.ts'
import { attemptAssignments, attemptMs, dueMailCondition } from '../mail/undelivered-mails.ts'

/** Kind of these mails in `notice_mails`: a guest gets at most one in five minutes, with all documents of that time and purpose. */
export const deliveryMailKind = 'delivery'

interface QueueOptions {
  /** Purpose of the mails; default `deliver`. */
  purpose?: MailPurpose
  /** Id of the call, with which its user can undo it. */
  id?: string
  asker?: string
  /** Seconds until the mails are due. */
  seconds?: number
  /** Guest of each link before the call; only of corrected links. */
  former?: Readonly<Record<string, string>>
}

/** Queues the mails of links that have none in the queue. Those that a user sends again wait until the call can no longer be undone. */
export function queueDeliveries(tx: CoreApp, links: string[], options: QueueOptions = {}) {
  if (!links.length) return
  const { purpose = 'deliver', id = '', asker = '', seconds = 0, former = {} } = options
  executeSql(
    tx,
    `INSERT INTO delivery_mails (link, guest, purpose, due, call, asker, former)
     SELECT links.id, links.guest, {:purpose}, {:due}, {:call}, {:asker}, ifnull(json_extract({:former}, '$.' || links.id), '')
     FROM json_each({:links}) JOIN links ON links.id = value WHERE true ON CONFLICT DO NOTHING`,
    {
      links: JSON.stringify(links),
      purpose,
      due: formatTimestamp(Date.now() + seconds * 1000),
      call: id,
      asker,
      former: JSON.stringify(former),
    },
  )
}

/** Documents for one guest, claimed by a lease and sent in one mail. */
export interface ClaimedDelivery {
  /** Id of the claim. It is the same in all attempts and identifies the mail, also for mailboxes. */
  claim: string
  guest: string
  purpose: MailPurpose
  attempts: number
  /** Time at which the documents were due. */
  due: string
}

/** SQL condition of the documents of a claim. The partial index of claims needs its second part; without it each statement scans the queue. */
export const hasClaim = "delivery_mails.claim = {:claim} AND delivery_mails.claim != ''"

/** Maximum documents in a mail; further ones follow in the next mail. */
const maxPerMail = 500

/** Time in ms for which documents wait for the other documents of their batch. */
const batchWaitMs = 3_600_000

/**
 * Records that the mail server gets the end of a mail now. It may deliver it from here on, so that the mail is not sent again before the server
 * answers; also not by another process.
 */
export const saveMailEnd = (app: CoreApp, claim: string, endedAt = formatTimestamp()) =>
  executeSql(app, `UPDATE delivery_mails SET endedAt = {:endedAt} WHERE ${hasClaim}`, { claim, endedAt })

/** Returns the claims whose sender stopped before it saved the answer of the mail server. */
export function listUnansweredClaims(app: CoreApp): Pick<ClaimedDelivery, 'claim' | 'purpose'>[] {
  const query =
    "SELECT DISTINCT claim, purpose FROM delivery_mails WHERE endedAt != '' AND endedAt NOT BETWEEN {:since} AND {:ahead}"
  const params = { since: formatTimestamp(Date.now() - attemptMs), ahead: formatTimestamp(Date.now() + attemptMs) }
  return queryRows(app, query, params, { claim: '', purpose: '' as MailPurpose })
}

/** SQL condition of unclaimed documents whose batch has no pending document, and whose guest got no mail recently. `{:busy}`: JSON array of batches. */
const readyCondition = `claim = '' AND NOT (${buildRecentlyMailedCondition('delivery_mails.guest', `'${deliveryMailKind}'`)})
  AND (due < {:longAgo} OR NOT EXISTS (SELECT 1 FROM links JOIN requests ON requests.id = links.request
    WHERE links.id = delivery_mails.link AND batch != '' AND batch IN (SELECT value FROM json_each({:busy}))))`

/**
 * SQL of the batches that still generate documents, and of those of which a document was queued recently and others have no deliverable document
 * yet: they are probably being approved in parts.
 */
const busyBatches = `WITH fresh AS (SELECT DISTINCT requests.batch,
      delivery_mails.purpose != 'deliver' OR ifnull(version.delivery ->> 'preliminary', 0) AS isPreliminary
    FROM delivery_mails JOIN links ON links.id = link JOIN requests ON requests.id = links.request
      JOIN format_versions AS version ON version.id = requests.formatVersion
    WHERE claim = '' AND call = '' AND requests.batch != '' AND due BETWEEN {:since} AND {:ahead})
  SELECT batch FROM requests WHERE documentStatus = 'pending' AND batch != ''
  UNION SELECT batch FROM fresh WHERE EXISTS (SELECT 1 FROM requests AS other WHERE other.batch = fresh.batch AND other.batch != ''
    AND (other.status = 'submitted' OR other.finality = 'preliminary' AND other.annulledAt = '' AND NOT isPreliminary))`

/** Returns the batches of which documents will follow soon, as JSON array. Their recipients get all their documents in one mail. */
export const listBusyBatches = (app: CoreApp): string =>
  JSON.stringify(queryRows(app, busyBatches, getRecentMailBounds(), { batch: '' }).map(({ batch }) => batch))

/**
 * Claims the due documents of the next guest, or again those of a mail that was not sent. If the process dies, the lease expires.
 * `from`: earliest due time of the search; it skips documents that an earlier search found not ready.
 */
export function claimDeliveryMail(app: CoreApp, busy: string, from: string): ClaimedDelivery | undefined {
  const params = {
    now: formatTimestamp(),
    busy,
    from,
    longAgo: formatTimestamp(Date.now() - batchWaitMs),
    ...getRecentMailBounds(),
  }
  // With the index, SQLite stops at the first match instead of checking and sorting the whole queue.
  const next = queryRow(
    app,
    `SELECT guest, purpose, claim, due FROM delivery_mails INDEXED BY idx_delivery_mails_due
     WHERE due >= {:from} AND ${dueMailCondition} AND endedAt = '' AND (claim != '' OR ${readyCondition}) ORDER BY due LIMIT 1`,
    params,
    { guest: '', purpose: '' as MailPurpose, claim: '', due: '' },
  )
  if (!next) return undefined
  const { guest, purpose, due } = next
  const claim = next.claim || $security.randomString(20)
  const those = next.claim
    ? `${hasClaim} AND endedAt = '' AND ${dueMailCondition}`
    : `link IN (SELECT link FROM delivery_mails WHERE guest = {:guest} AND purpose = {:purpose} AND ${dueMailCondition} AND ${readyCondition} LIMIT ${maxPerMail})`
  const [claimed] = queryRows(
    app,
    `UPDATE delivery_mails SET claim = {:claim}, ${attemptAssignments} WHERE ${those} RETURNING attempts`,
    { ...params, claim, guest, purpose },
    { attempts: 0 },
  )
  // Another sender may have claimed them meanwhile.
  return claimed ? { claim, guest, purpose, attempts: claimed.attempts, due } : claimDeliveryMail(app, busy, from)
}

/** Deletes the queued mails of links. */
export const deleteQueuedLinks = (tx: CoreApp, links: string[]) =>
  deleteQueued(tx, 'link IN (SELECT value FROM json_each({:links}))', { links: JSON.stringify(links) })

/** Deletes mails from the queue; `where`: SQL condition on the queue. */
export const deleteQueued = (tx: CoreApp, where: string, params: Record<string, string>) =>
  executeSql(tx, `DELETE FROM delivery_mails WHERE ${where}`, params)
