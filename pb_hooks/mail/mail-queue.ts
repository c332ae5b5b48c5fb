import { formatTimestamp } from '../lib/clock.ts'
import { logError } from '../lib/log.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { createMailSecret, isSecretExpired, type MailSecret, secretPlaceholder } from './mail-secrets.ts'
import { addSignature, type Mail } from './mails.ts'
import {
  attemptAssignments,
  deleteOldUndeliveredMails,
  dueMailCondition,
  saveMailFailure,
} from './undelivered-mails.ts'

/**
 * Queues a mail in the transaction of its change; it is sent within a minute of the commit. `secret` replaces `secretPlaceholder`.
 * Returns the id for `sendQueuedMails`.
 */
export function enqueueMail(tx: CoreApp, { to, subject, html }: Mail, secret?: MailSecret): string {
  const mail = new Record(tx.findCachedCollectionByNameOrId('outgoing_mails'))
  mail.set('to', to)
  mail.set('subject', subject)
  mail.set('html', html)
  mail.set('due', formatTimestamp())
  if (secret) mail.set('secret', JSON.stringify(secret))
  tx.save(mail)
  return mail.id
}

/** Maximum parallel senders. A slow mail server blocks each for at most half a minute. */
const maxSenders = 2

/**
 * Sends all due mails; called once a minute. Failed mails are retried after 1, 2, 4 … minutes for three days. The timeout of a sender
 * is shorter than the shortest pause between two attempts.
 */
export function sendAllDueMails() {
  withSender(() => {
    sendAll()
    deleteOldUndeliveredMails($app)
  })
}

/**
 * Sends queued mails immediately instead of within a minute. Call it after the commit and after the response.
 * If all senders are busy, the first that finishes sends them. Failures are only logged, because the job of each minute retries.
 */
export function sendQueuedMails(...queued: string[]) {
  if (!queued.length) return
  try {
    updateRequested((ids) => [...ids, ...queued])
    withSender(sendRequested)
  } catch (error) {
    logError('No se pudo enviar un correo enseguida:', error)
  }
}

/**
 * Runs `work` if fewer than `max` senders are busy. Checks the queue again after releasing the slot, because other callers
 * that found no slot left their mails in it.
 */
export function withSender(work: () => void, max = maxSenders) {
  try {
    if (changeSenderCount(1) <= max) work()
  } finally {
    changeSenderCount(-1)
  }
  if (updateRequested((ids) => ids).length && changeSenderCount(0) < maxSenders) withSender(sendRequested)
}

/** Sends the mails that were asked for immediately. Long work of a sender calls it between its mails. */
export function sendRequested() {
  for (let [id] = updateRequested((ids) => ids); id; [id] = updateRequested((ids) => ids)) {
    updateRequested((ids) => ids.filter((other) => other !== id))
    sendAll(id)
  }
}

/** Updates the ids of mails to send immediately; returns the previous ids. */
function updateRequested(change: (ids: string[]) => string[]): string[] {
  let before: string[] = []
  $app.store().setFunc('mails awaited', (ids: string | null) => {
    before = (ids ?? '').split(' ').filter(Boolean)
    return change(before).join(' ')
  })
  return before
}

function changeSenderCount(change: 1 | 0 | -1): number {
  let sending = 0
  $app.store().setFunc('senders of mails', (before: number | null) => {
    sending = (before ?? 0) + change
    return sending
  })
  return sending
}

/** Sends all due mails, or only mail `only` if it is due. Codes and other mails to send immediately do not wait for thousands of due mails. */
function sendAll(only = '') {
  for (let mail = claimMail(only); mail; mail = claimMail(only)) {
    const { id } = mail
    if (sendWithSecret(mail)) executeSql($app, 'DELETE FROM outgoing_mails WHERE id = {:id}', { id })
    if (!only) sendRequested()
  }
}

const mailColumns = { id: '', to: '', subject: '', html: '', secret: '', created: '', attempts: 0 }

/** Claims the next due mail by a lease. If the process dies, the lease expires and a later run sends the mail. */
function claimMail(only: string): typeof mailColumns | undefined {
  return queryRow(
    $app,
    `UPDATE outgoing_mails
     SET ${attemptAssignments}
     WHERE id = (SELECT id FROM outgoing_mails WHERE ${dueMailCondition} AND {:only} IN ('', id) ORDER BY due LIMIT 1)
     RETURNING id, [[to]], subject, html, secret, created, attempts`,
    { now: formatTimestamp(), only },
    mailColumns,
  )
}

/** Sends a mail with its secret. Returns true also if the user no longer exists or the secret has expired, so that the mail is deleted. */
function sendWithSecret(mail: typeof mailColumns): boolean {
  if (!mail.secret) return sendMail(mail, mail.attempts)
  try {
    const asked = JSON.parse(mail.secret) as MailSecret
    if (isSecretExpired($app, asked, mail.created)) {
      logError(`No se envió un correo a ${mail.to}: su código o enlace ya venció.`)
      return true
    }
    const secret = createMailSecret($app, asked, mail.to)
    if (secret === undefined) return true
    const put = (text: string) => text.split(secretPlaceholder).join(secret)
    return sendMail({ to: mail.to, subject: put(mail.subject), html: put(mail.html) }, mail.attempts)
  } catch (error) {
    logError(`No se pudo preparar un correo a ${mail.to} (intento ${mail.attempts}):`, error)
    return false
  }
}

function sendMail(mail: Mail, attempts: number): boolean {
  try {
    sendMailNow(mail)
    return true
  } catch (error) {
    logError(`No se pudo enviar un correo a ${mail.to} (intento ${attempts}):`, error)
    saveMailFailure($app, attempts, error)
    return false
  }
}

/** Sends a mail without the queue. Throws if the mail server refuses it or does not respond in time. */
export function sendMailNow({ to, subject, html }: Mail) {
  const { senderName, senderAddress } = $app.settings().meta
  const from = { name: senderName, address: senderAddress }
  const signed = addSignature($app, html)
  $app.newMailClient().send(new MailerMessage({ from, to: [{ name: '', address: to }], subject, html: signed }))
}
