import { isDue, moments, stamp } from '../lib/clock.ts'
import { logError } from '../lib/log.ts'
import { row, run } from '../lib/sql.ts'
import { claimDecisions, decisionMail, forgetDecisions } from './decisions.ts'
import type { Mail } from './mails.ts'
import { noteMailed, noteMailing } from './pace.ts'
import { makeSecret, type Secret, secretMark } from './secrets.ts'

/** Queues a mail with the change it tells of: it leaves within a minute, and only if that change is kept. `secret` is put in for `secretMark`. Returns its id for `sendQueuedMails`. */
export function queueMail(tx: CoreApp, { to, subject, html }: Mail, secret?: Secret): string {
  const mail = new Record(tx.findCachedCollectionByNameOrId('letters'))
  mail.set('to', to)
  mail.set('subject', subject)
  mail.set('html', html)
  mail.set('due', stamp())
  if (secret) mail.set('secret', JSON.stringify(secret))
  tx.save(mail)
  return mail.id
}

/** A conversation with a slow mail server lasts half a minute at most; more of them than these do not wait at once. */
const mostSenders = 2

/** Once a minute: sends what is due. What fails is tried again after 1, 2, 4 … minutes, eight times; a conversation ends before that. */
export function sendWaitingMails() {
  sending(sendDue)
}

/**
 * Sends queued mails now instead of with the next minute. Call it after the commit and after the answer. If two senders are busy,
 * the first that finishes sends them. A failure is only logged, because the job of each minute tries again.
 */
export function sendQueuedMails(...queued: string[]) {
  if (!queued.length) return
  try {
    awaited((ids) => [...ids, ...queued])
    sending(sendAwaited)
  } catch (error) {
    logError('No se pudo enviar un correo enseguida:', error)
  }
}

/** Who came while both were ending found no place and left it to them: each looks once more after it has given back its own. */
function sending(work: () => void) {
  try {
    if (senders(1) <= mostSenders) work()
  } finally {
    senders(-1)
  }
  if (awaited((ids) => ids).length && senders(0) < mostSenders) sending(sendAwaited)
}

function sendAwaited() {
  for (let [id] = awaited((ids) => ids); id; [id] = awaited((ids) => ids)) {
    awaited((ids) => ids.filter((other) => other !== id))
    sendAll(id)
  }
}

/** The mails for which somebody waits, before the change. */
function awaited(change: (ids: string[]) => string[]): string[] {
  let before: string[] = []
  $app.store().setFunc('mails awaited', (ids: string | null) => {
    before = (ids ?? '').split(' ').filter(Boolean)
    return change(before).join(' ')
  })
  return before
}

/** How many are sending, after one began or ended. */
function senders(change: 1 | 0 | -1): number {
  let sending = 0
  $app.store().setFunc('senders of mails', (before: number | null) => {
    sending = (before ?? 0) + change
    return sending
  })
  return sending
}

/** All that is due, or only the one that is. */
function sendAll(only = '') {
  for (let mail = claim(only); mail; mail = claim(only)) {
    const { id } = mail
    if (sentWithSecret(mail)) run($app, 'DELETE FROM letters WHERE id = {:id}', { id })
  }
}

function sendDue() {
  sendAll()
  for (let due = claimDecisions($app); due; due = claimDecisions($app)) {
    const mail = decisionMail($app, due)
    if (mail) {
      noteMailing($app, due.owner, 'decided')
      if (!sent(mail, due.tries)) continue
      noteMailed($app, due.owner, 'decided')
    }
    forgetDecisions($app, due)
  }
  for (const queue of ['letters', 'decisions_to_tell'])
    run($app, `DELETE FROM ${queue} WHERE tries >= 8 AND due < {:now}`, { now: stamp() })
}

const shape = { id: '', to: '', subject: '', html: '', secret: '', tries: 0 }

/** The claim is a lease: who dies while sending leaves the mail to a later run. */
function claim(only: string): typeof shape | undefined {
  return row(
    $app,
    `UPDATE letters
     SET tries = tries + 1, due = strftime('%Y-%m-%d %H:%M:%fZ', {:now}, '+' || (1 << tries) || ' minutes')
     WHERE id = (SELECT id FROM letters WHERE ${isDue} AND tries < 8 AND {:only} IN ('', id) ORDER BY due LIMIT 1)
     RETURNING id, [[to]], subject, html, secret, tries`,
    { ...moments(), only },
    shape,
  )
}

/** Whether the mail was sent, or is to be sent no more because its user is gone. */
function sentWithSecret(mail: typeof shape): boolean {
  if (!mail.secret) return sent(mail, mail.tries)
  try {
    const secret = makeSecret($app, JSON.parse(mail.secret) as Secret, mail.to)
    if (secret === undefined) return true
    const put = (text: string) => text.split(secretMark).join(secret)
    return sent({ to: mail.to, subject: put(mail.subject), html: put(mail.html) }, mail.tries)
  } catch (error) {
    logError(`No se pudo preparar un correo a ${mail.to} (intento ${mail.tries}):`, error)
    return false
  }
}

function sent({ to, subject, html }: Mail, tries: number): boolean {
  const { senderName, senderAddress } = $app.settings().meta
  const message = new MailerMessage({
    from: { name: senderName, address: senderAddress },
    to: [{ name: '', address: to }],
    subject,
    html,
  })
  try {
    $app.newMailClient().send(message)
    return true
  } catch (error) {
    logError(`No se pudo enviar un correo a ${to} (intento ${tries}):`, error)
    return false
  }
}
