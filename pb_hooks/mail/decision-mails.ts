import { type NotifiedAction, requestActionNames, requestActions } from '../../src/domain/requests/actions.ts'
import { formatDueCondition, formatTimestamp } from '../lib/clock.ts'
import { executeSql, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById } from '../lib/users.ts'
import { escapeHtml, preventAutoLinks, renderMailButton } from './mail-html.ts'
import { buildRecentlyMailedCondition, getRecentMailBounds, saveLastMailTime } from './mail-interval.ts'
import { enqueueMail } from './mail-queue.ts'
import { createMail, type Mail } from './mails.ts'

/** Maximum reasons listed in a mail; further ones are only counted. */
const maxReasons = 20

const dueDecisions = `owner = {:owner} AND ${formatDueCondition('0')}`

/** Queues one mail per requester with all due decisions. The same transaction deletes these, so that each is mailed once. */
export function enqueueDecisionMails(app: CoreApp) {
  const due = queryRows(
    app,
    `SELECT DISTINCT owner FROM decision_mails WHERE ${formatDueCondition('0')} AND NOT ${buildRecentlyMailedCondition('owner', "'decided'")}`,
    { now: formatTimestamp(), ...getRecentMailBounds() },
    { owner: '' },
  )
  for (const { owner } of due)
    writeInTransaction(app, (tx) => {
      const params = { owner, now: formatTimestamp() }
      const mail = buildDecisionMail(tx, owner, groupDecisions(tx, params))
      executeSql(tx, `DELETE FROM decision_mails WHERE ${dueDecisions}`, params)
      if (!mail) return
      saveLastMailTime(tx, owner, 'decided')
      enqueueMail(tx, mail)
    })
}

/** Builds one mail with the current results of the decisions of a requester. Revoked decisions are omitted. */
function buildDecisionMail(app: CoreApp, owner: string, groups: Group[]): Mail | undefined {
  const user = findUserById(app, owner)
  const [first] = groups
  if (!user?.getBool('isActive') || !first) return undefined
  const count = countRequests(groups)
  const left = countRequests(groups.slice(maxReasons))
  const rest = left ? `<p>Otras <strong>${left}</strong> tienen otros motivos. Consúltelas en la lista.</p>` : ''
  const isSingle = count === 1
  const { one, several } = requestActions[first.result].notice
  const subject = isSingle
    ? `Su solicitud ${first.number} ${one}`
    : `${count} solicitudes suyas ${groups.length === 1 ? several : 'fueron revisadas'}`
  const [path, button] = isSingle ? [first.id, 'Ver solicitud'] : ['', 'Ver solicitudes']
  return createMail(
    user,
    subject,
    `${groups.slice(0, maxReasons).map(formatGroup).join('')}${rest}${isSingle ? formatDocument(first.document) : ''}
     ${renderMailButton(`${app.settings().meta.appURL}/app/request/${path}`, button)}`,
  )
}

const countRequests = (groups: Group[]) => groups.reduce((sum, { count }) => sum + count, 0)

/** Actions of which requesters are notified, with the status that they lead to. */
const notified = requestActionNames.flatMap((name) => {
  const { to, notice } = requestActions[name]
  return notice && to ? [{ name, to }] : []
})
const quoteAll = (texts: string[]) => [...new Set(texts)].map((text) => `'${text}'`).join(', ')

/** SQL of the reported `NotifiedAction`. An approval not yet reported takes precedence over the final document issued meanwhile. */
const resultExpression = `CASE WHEN requests.annulledAt != '' THEN 'annul'
  ${notified.map(({ name, to }) => (to === 'approved' ? '' : `WHEN requests.status = '${to}' THEN '${name}'`)).join(' ')}
  WHEN isIssued THEN 'issue' ELSE 'approve' END`

/**
 * Groups the requests with due decisions of a requester by result and reason, largest group first. `id`, `number` and `name` are the properties of one request in the group.
 * `reviewer`: name of the approver, if one approver decided the whole group.
 */
function groupDecisions(app: CoreApp, params: { owner: string; now: string }) {
  return queryRows(
    app,
    `SELECT ${resultExpression} AS result, requests.reason, count(*) AS count, min(requests.id) AS id, requests.number, formats.name,
       iif(documentStatus = 'ready', documentNumber, '') AS document,
       iif(count(DISTINCT reviewer) = 1 AND requests.annulledAt = '', ifnull(users.name, ''), '') AS reviewer
     FROM (SELECT request, min(step = 'issue') AS isIssued FROM decision_mails WHERE ${dueDecisions} GROUP BY request) AS decided
     JOIN requests ON requests.id = decided.request JOIN formats ON formats.id = requests.format
     LEFT JOIN users ON users.id = reviewer
     WHERE requests.status IN (${quoteAll(notified.map(({ to }) => to))})
     GROUP BY result, requests.reason ORDER BY count DESC`,
    params,
    {
      result: 'approve' as NotifiedAction,
      reason: '',
      count: 0,
      id: '',
      number: '',
      name: '',
      document: '',
      reviewer: '',
    },
  )
}

type Group = ReturnType<typeof groupDecisions>[number]

function formatGroup({ count, number, name, result, reason, reviewer }: Group): string {
  const { one, several } = requestActions[result].notice
  const which =
    count === 1
      ? `Su solicitud <strong>${escapeHtml(number)}</strong> (${escapeHtml(name)}) ${one}`
      : `<strong>${count}</strong> solicitudes suyas ${several}`
  const why = reason && `<p>Motivo: ${escapeHtml(reason).replace(/\n/g, '<br>')}</p>`
  const who = reviewer && `<p>Decidió: ${escapeHtml(preventAutoLinks(reviewer))}</p>`
  return `<p>${which}.</p>${why}${who}`
}

const formatDocument = (document: string) =>
  document && `<p>Su documento <strong>${escapeHtml(document)}</strong> está listo para descargar.</p>`
