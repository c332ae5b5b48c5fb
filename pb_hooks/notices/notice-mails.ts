import { type ErrorCode, errorMessages } from '../../src/domain/errors.ts'
import type { NoticeItem } from '../../src/domain/notices/notice-output.ts'
import { formatNotice, getNoticeDetail, getNoticeLink } from '../../src/domain/notices/notice-text.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { logError } from '../lib/log.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById } from '../lib/users.ts'
import { enqueueDecisionMails } from '../mail/decision-mails.ts'
import { escapeHtml, preventAutoLinks, renderMailButton } from '../mail/mail-html.ts'
import { buildRecentlyMailedCondition, getRecentMailBounds, saveLastMailTime } from '../mail/mail-interval.ts'
import { enqueueMail, sendAllDueMails } from '../mail/mail-queue.ts'
import { buildFailedBackupMail, buildRegistrationMail, createMail, type Mail } from '../mail/mails.ts'
import { countUndeliveredMails, takeMailFailure } from '../mail/undelivered-mails.ts'
import { listNotifiedAdminIds, type RequestQueries } from './administrators.ts'
import { createNotices } from './create-notices.ts'
import { getLastDailyMailTime } from './daily-time.ts'

/** Maximum notices listed in a mail; further ones are only counted. */
const maxLines = 30

/** Collects the due notices and decisions into mails and sends all due mails; reports an outage. Called once a minute. */
export function sendNoticeMails(requests: RequestQueries) {
  try {
    enqueueDueNotices(requests)
    enqueueDecisionMails($app)
  } catch (error) {
    logError('avisos por correo:', error)
  }
  sendAllDueMails()
  notifyMailFailure($app)
}

const dayMs = 24 * 60 * 60 * 1000

/** Notifies administrators if a mail has been failing for an hour, at most once a day, because an outage affects all mails. */
function notifyMailFailure(app: CoreApp) {
  const answer = takeMailFailure(app)
  if (!answer) return
  writeInTransaction(app, (tx) => {
    const since = formatTimestamp(Date.now() - dayMs)
    const earlier = "SELECT 1 AS n FROM notices WHERE created > {:since} AND kind = 'mailFailed' LIMIT 1"
    if (queryRow(tx, earlier, { since }, { n: 0 })) return
    const details = { text: `El servidor de correo respondió: ${answer}` }
    const count = countUndeliveredMails(tx)
    const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: '', details, count, isAll: true }))
    createNotices(tx, { kind: 'mailFailed', topic: 'mailFailed', news })
  })
}

/** Mails a notice of pending decisions immediately if nothing else was pending for its user, and otherwise in the daily mail. */
function scheduleFirstNotices({ getPendingSummary }: RequestQueries) {
  const shape = { id: '', person: '', news: 0 }
  const query = `SELECT id, "to" AS person, count - mailed AS news FROM notices WHERE mail = 'first'`
  for (const { id, person, news } of queryRows($app, query, {}, shape)) {
    const reader = findUserById($app, person)
    const mail = reader && getPendingSummary($app, reader).count > news ? 'daily' : 'now'
    executeSql($app, "UPDATE notices SET mail = {:mail} WHERE id = {:id} AND mail = 'first'", { id, mail })
  }
}

function enqueueDueNotices(requests: RequestQueries) {
  scheduleFirstNotices(requests)
  const due = queryRows(
    $app,
    `SELECT DISTINCT "to" AS person, kind FROM notices WHERE mail = 'now' AND NOT ${buildRecentlyMailedCondition('notices."to"', 'kind')}`,
    getRecentMailBounds(),
    { person: '', kind: '' },
  )
  for (const { person, kind } of due)
    enqueueNoticeMail(requests, person, "mail = 'now' AND kind = {:kind}", { kind }, (tx, reader, items) => {
      saveLastMailTime(tx, person, kind)
      return buildNoticeMail(tx, reader, items)
    })
  // Includes notices until the last morning; later ones wait for the next daily mail. If the server was down in the
  // morning, sends the mail after the start.
  const until = getLastDailyMailTime($app)
  const readers = queryRows(
    $app,
    `SELECT DISTINCT "to" AS person FROM notices WHERE mail = 'daily' AND notifiedAt < {:until}`,
    { until },
    { person: '' },
  )
  for (const { person } of readers)
    enqueueNoticeMail(requests, person, "mail = 'daily' AND notifiedAt < {:until}", { until }, buildDigestMail)
}

type NoticeLine = Pick<NoticeItem, 'kind' | 'subjectId' | 'count' | 'details'>

/** Queues one mail for the selected notices of a user. The same transaction marks them as mailed, so that each is mailed only once. */
function enqueueNoticeMail(
  requests: RequestQueries,
  person: string,
  which: string,
  params: Record<string, string>,
  write: (tx: CoreApp, reader: core.Record, lines: NoticeLine[]) => Mail | undefined,
) {
  writeInTransaction($app, (tx) => {
    const where = `"to" = {:person} AND ${which}`
    const lines = queryRows(
      tx,
      `SELECT kind, subjectId, max(count - mailed, 1) AS count, details FROM notices WHERE ${where} ORDER BY notifiedAt DESC LIMIT 300`,
      { person, ...params },
      { kind: '', subjectId: '', count: 0, details: '' },
    ).map(({ details, ...rest }) => ({ ...rest, details: parseStoredJson(details, {}) }) as NoticeLine)
    if (!lines.length) return
    executeSql(tx, `UPDATE notices SET mail = '', mailed = count WHERE ${where}`, { person, ...params })
    const reader = findUserById(tx, person)
    const mail =
      reader?.getBool('isActive') &&
      write(
        tx,
        reader,
        lines.flatMap((line) => updateToCurrentState(tx, reader, line, requests)),
      )
    if (mail) enqueueMail(tx, mail)
  })
}

/** Updates a notice to the current state: pending decisions with their current count, comments only if the reader may still read the request. */
function updateToCurrentState(
  tx: CoreApp,
  reader: core.Record,
  line: NoticeLine,
  { getPendingSummary, canReadRequest }: RequestQueries,
): NoticeLine[] {
  if (line.kind === 'comment') return canReadRequest(tx, reader, line.subjectId) ? [line] : []
  if (line.kind !== 'waiting') return [line]
  const { count } = getPendingSummary(tx, reader)
  return count > 0 ? [{ ...line, count }] : []
}

function buildNoticeMail(tx: CoreApp, reader: core.Record, lines: NoticeLine[]): Mail | undefined {
  const [first] = lines
  if (!first) return undefined
  if (lines.length > 1) return buildListMail(tx, reader, lines, `${lines.length} avisos nuevos`)
  const { kind, count, subjectId, details } = first
  const user = kind === 'registration' && count === 1 && findUserById(tx, subjectId)
  if (user) return buildRegistrationMail(tx, reader, user)
  if (kind === 'backupFailed')
    return buildFailedBackupMail(tx, reader, errorMessages[(details.code ?? 'backup.failed') as ErrorCode])
  const { to, search } = getNoticeLink(first)
  const query = Object.entries(search).map(([name, value]) => `${name}=${value}`)
  const address = `${tx.settings().meta.appURL}${to}${query.length ? `?${query.join('&')}` : ''}`
  const button = renderMailButton(address, 'Ver en la aplicación')
  return createMail(reader, formatSentence(first).replace(/\.$/, ''), `${formatParagraph(first)}${button}`)
}

function buildDigestMail(tx: CoreApp, reader: core.Record, lines: NoticeLine[]): Mail | undefined {
  if (!lines.length) return undefined
  return buildListMail(
    tx,
    reader,
    lines,
    `Resumen del día: ${lines.length === 1 ? '1 aviso' : `${lines.length} avisos`}`,
  )
}

function buildListMail(tx: CoreApp, reader: core.Record, lines: NoticeLine[], subject: string): Mail {
  const more = lines.length - maxLines
  const rest = more > 0 ? `<p>Y ${more} más. Consúltelos en la aplicación.</p>` : ''
  const paragraphs = lines.slice(0, maxLines).map(formatParagraph).join('')
  const button = renderMailButton(`${tx.settings().meta.appURL}/app/notices`, 'Ver los avisos')
  return createMail(reader, subject, `${paragraphs}${rest}${button}`)
}

/**
 * Returns the notice's sentence. Changes names so that mail programs do not turn them into links, because anonymous
 * clients choose them.
 */
const formatSentence = ({ details, ...line }: NoticeLine) =>
  formatNotice({ ...line, details: { ...details, by: preventAutoLinks(details.by ?? '') } })

function formatParagraph(line: NoticeLine): string {
  const detail = getNoticeDetail(line)
  return `<p>${escapeHtml(formatSentence(line))}${detail && `<br>${escapeHtml(detail).replace(/\n/g, '<br>')}`}</p>`
}
