import { deleteQueuedLinks, queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { recordEvents } from '../../lib/events.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { saveLastMailTime } from '../../mail/mail-interval.ts'
import { createNotices, groupNewsByOwner } from '../../notices/create-notices.ts'
import { getLastDailyMailTime } from '../../notices/daily-time.ts'
import { openSignature } from './request-signatures.ts'

/** Maximum reminders of a link. */
const maxReminders = 5

/** Number of links per transaction; other writers can run between them. */
const chunkSize = 500

/** Ends the signatures whose last day has passed, and sends the reminders of the day. Runs every minute. */
export function updateSignatures() {
  while (expireSignatures($app)) engine.yieldToWriters()
  remindSigners($app)
}

/** Expires a chunk of signatures, and notifies their requesters. Returns whether further ones may be left. */
function expireSignatures(app: CoreApp): boolean {
  let count = 0
  writeInTransaction(app, (tx) => {
    const expired = queryRows(
      tx,
      `UPDATE links SET state = 'expired', updated = {:now}
       WHERE id IN (SELECT id FROM links WHERE ${openSignature} AND expires < {:now} AND expires != '' LIMIT ${chunkSize})
       RETURNING id AS link, request AS id, (SELECT owner FROM requests WHERE requests.id = request) AS owner,
         (SELECT documentNumber FROM requests WHERE requests.id = request) AS number`,
      { now: formatTimestamp() },
      { link: '', id: '', owner: '', number: '' },
    )
    count = expired.length
    if (!count) return
    deleteQueuedLinks(
      tx,
      expired.map(({ link }) => link),
    )
    const lines = expired.map(({ id, owner }) => ({ subjectId: id, owner }))
    recordEvents(tx, { subject: 'requests', action: 'signExpired' }, lines)
    const news = groupNewsByOwner(expired, ({ number }) => ({ signing: 'expired', number }) as const)
    createNotices(tx, { kind: 'signing', topic: 'signing expired', news })
  })
  return count === chunkSize
}

/** Key of the record in `notice_mails` that marks the reminders of the day as queued; it belongs to no user. */
const reminded = { person: '', kind: 'signing' }

/** Queues the reminders of signers whose last mail is old enough, once per working day in the morning. */
function remindSigners(app: CoreApp) {
  const query =
    'SELECT at FROM notice_mails WHERE person = {:person} AND kind = {:kind} AND at BETWEEN {:since} AND {:now}'
  const params = { ...reminded, since: getLastDailyMailTime(app, true), now: formatTimestamp() }
  if (queryRow(app, query, params, { at: '' })) return
  while (queueReminders(app)) engine.yieldToWriters()
  saveLastMailTime(app, reminded.person, reminded.kind)
}

/** Queues a chunk of reminders. Finds and counts them in one statement, because two runs of the job may overlap. Returns whether further ones may be left. */
function queueReminders(app: CoreApp): boolean {
  let links: string[] = []
  // A mail of the afternoon counts as one of the morning, so that reminders come after whole days.
  const due = `SELECT links.id FROM links JOIN requests ON requests.id = links.request JOIN format_versions AS version ON version.id = requests.formatVersion
    WHERE ${openSignature} AND links.state IN ('sent', 'opened') AND reminders < ${maxReminders} AND version.signing ->> 'remindEvery' > 0
      AND julianday({:now}) - julianday(links.sentAt) >= (version.signing ->> 'remindEvery') - 0.5
      AND requests.finality = 'preliminary' AND requests.annulledAt = ''
      AND NOT EXISTS (SELECT 1 FROM delivery_mails WHERE link = links.id) LIMIT ${chunkSize}`
  writeInTransaction(app, (tx) => {
    const sql = `UPDATE links SET reminders = reminders + 1 WHERE id IN (${due}) RETURNING id`
    links = getIds(queryRows(tx, sql, { now: formatTimestamp() }, { id: '' }))
    queueDeliveries(tx, links, { purpose: 'remind' })
  })
  return links.length === chunkSize
}
