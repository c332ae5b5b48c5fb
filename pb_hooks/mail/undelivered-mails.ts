import { formatDueCondition, formatTimestamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { undeliveredMailCount } from '../lib/setup-state.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'

/** SQL of the pause in minutes after an attempt: 1, 2, 4 … 256, then 8 hours. `attempts`: earlier attempts. */
const pause = 'min(1 << attempts, 480)'
/** Maximum attempts. The last one is three days after the first. */
export const maxTries = 18
/** Attempts after which a failure is reported: an hour after the first. */
const reportedTries = 7
/** Attempts after which the requester of a delivery is notified: four hours after the first. */
export const reportedDeliveryTries = 9
/** Limits of mails after the last attempt: number, and days. */
const [maxUndelivered, maxDays] = [10_000, 30]

/** SQL condition of mails to send; `{:now}` is a timestamp. */
export const dueMailCondition = `${formatDueCondition(pause)} AND attempts < ${maxTries}`

/** Time in ms in which a sender ends an attempt: longer than the timeout of a mail. */
export const attemptMs = 60_000

/** SQL condition of mails that failed and are not being sent now, because that attempt may succeed. Bind with `getIdleBounds()`. */
const idleCondition = `attempts > 1 AND NOT (strftime('%Y-%m-%d %H:%M:%fZ', due, '-' || min(1 << (attempts - 1), 480) || ' minutes')
  BETWEEN {:since} AND {:ahead})`
const getIdleBounds = () => ({
  now: formatTimestamp(),
  since: formatTimestamp(Date.now() - attemptMs),
  ahead: formatTimestamp(Date.now() + attemptMs),
})

/** SQL that counts an attempt and sets the time of the next one. */
export const attemptAssignments = `attempts = attempts + 1,
  due = strftime('%Y-%m-%d %H:%M:%fZ', {:now}, '+' || ${pause} || ' minutes')`

export const countUndeliveredMails = (app: CoreApp): number =>
  queryRow(app, `SELECT ${undeliveredMailCount} AS n`, {}, { n: 0 })?.n ?? 0

const failureKey = 'mail failure'

/** Stores the error of a mail that has been failing for an hour, for `takeMailFailure`. */
export function saveMailFailure(app: CoreApp, attempts: number, error: unknown) {
  if (attempts >= reportedTries) app.store().set(failureKey, getServerAnswer(error))
}

/** Returns the latest answer of the mail server to a mail that has been failing for an hour, and forgets it; empty if there is none. */
export function takeMailFailure(app: CoreApp): string {
  const answer = String(app.store().get(failureKey) ?? '')
  if (answer) app.store().remove(failureKey)
  return answer
}

const maxAnswerChars = 300

/** Returns an error of a mail without the prefixes and positions that the virtual machine adds: `recipient refused: 550 …`. */
export const formatMailError = (error: unknown): string =>
  String(error)
    .replace(/^((Go)?Error: )+/, '')
    .replace(/ at [\w./@-]+ ?\(.*$/s, '')

/** Returns the mail server's answer. */
export const getServerAnswer = (error: unknown): string =>
  formatMailError(error)
    .replace(/^(recipient|message) refused: /, '')
    .slice(0, maxAnswerChars)

/** Deletes the oldest mails after their last attempt. */
export function deleteOldUndeliveredMails(app: CoreApp) {
  executeSql(
    app,
    `DELETE FROM outgoing_mails WHERE attempts >= ${maxTries} AND (due < {:before} OR rowid IN
       (SELECT rowid FROM outgoing_mails WHERE attempts >= ${maxTries} ORDER BY due DESC LIMIT -1 OFFSET ${maxUndelivered}))`,
    { before: formatTimestamp(Date.now() - maxDays * 24 * 60 * 60 * 1000) },
  )
}

/** `POST /api/app/mail/retry` → 204. Makes the undelivered mails due; they are sent within a minute. */
export function retryMails(e: core.RequestEvent) {
  // Keeps a number of attempts after which administrators are notified. Requesters are not notified of the same mail again.
  const limits = { outgoing_mails: reportedTries - 1, delivery_mails: reportedDeliveryTries }
  return changeUndeliveredMails(
    e,
    'retryMails',
    (queue, idle) => `UPDATE ${queue} SET due = {:now}, attempts = min(attempts, ${limits[queue]}) WHERE ${idle}`,
  )
}

/** `POST /api/app/mail/discard` → 204. Deletes the undelivered mails. */
export function discardMails(e: core.RequestEvent) {
  return changeUndeliveredMails(e, 'discardMails', (queue, idle) => `DELETE FROM ${queue} WHERE ${idle}`)
}

/** SQL condition of deliveries. A mail whose answer is unknown is settled by its own job. */
const idleDeliveryCondition = `${idleCondition} AND endedAt = ''`
const failDiscardedDeliveries = `UPDATE links SET state = 'failed', error = 'refused: un administrador descartó el correo', updated = {:now}
  WHERE id IN (SELECT link FROM delivery_mails WHERE ${idleDeliveryCondition})`

function changeUndeliveredMails(
  e: core.RequestEvent,
  action: 'retryMails' | 'discardMails',
  buildQuery: (queue: 'outgoing_mails' | 'delivery_mails', idle: string) => string,
) {
  const caller = requireAdmin(e)
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const count = countUndeliveredMails(tx)
    if (!count) return
    const bounds = getIdleBounds()
    if (action === 'discardMails') executeSql(tx, failDiscardedDeliveries, bounds)
    executeSql(tx, buildQuery('outgoing_mails', idleCondition), bounds)
    executeSql(tx, buildQuery('delivery_mails', idleDeliveryCondition), bounds)
    recordEvent(tx, { subject: 'settings', subjectId: getSettingsRecord(tx).id, actor, action, details: { count } })
  })
  return e.noContent(204)
}
