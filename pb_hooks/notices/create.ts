import { type MailTime, type NoticeDetails, type NoticeKind, usualMail } from '../../src/domain/notices/notice.ts'
import { stamp } from '../lib/clock.ts'
import { recordId } from '../lib/record-id.ts'
import { rows } from '../lib/sql.ts'
import { subscribeOwner } from '../runtime/realtime.ts'

/** What one person is told. */
export interface News {
  to: string
  subjectId: string
  details: NoticeDetails
  /** How many it is about; one where nothing is said. */
  count?: number
  /** That is all there is now, and not what came since. */
  isAll?: boolean
}

/**
 * Tells people what concerns them, in the transaction of what it tells. While a person has not read what he was told of this topic, what comes
 * is counted there and only the latest is named: a thousand of the same are one notice.
 */
export function createNotices(tx: CoreApp, kind: NoticeKind, topic: string, news: News[]) {
  if (!news.length) return
  const now = stamp()
  const mailOf = mailTimesFor(
    tx,
    kind,
    news.map(({ to }) => to),
  )
  const all = news.map((one) => ({ ...one, mail: mailOf(one.to) }))
  const known = rows(
    tx,
    `UPDATE notices SET count = iif(told.isAll, told.count, notices.count + told.count), mailed = iif(told.isAll, 0, mailed), subjectId = told.subjectId, details = told.details, told = {:now}, mail = told.mail
     FROM (SELECT value ->> 'to' AS person, ifnull(value ->> 'count', 1) AS count, value ->> 'subjectId' AS subjectId,
         value -> 'details' AS details, value ->> 'mail' AS mail, ifnull(value ->> 'isAll', 0) AS isAll FROM json_each({:news})) AS told
     WHERE "to" = person AND topic = {:topic} RETURNING "to" AS person`,
    { topic, news: JSON.stringify(all), now },
    { person: '' },
  )
  const there = new Set(known.map(({ person }) => person))
  const notices = tx.findCachedCollectionByNameOrId('notices')
  for (const { isAll: _, ...one } of all.filter(({ to }) => !there.has(to))) {
    const notice = new Record(notices)
    notice.load({ id: recordId(), count: 1, ...one, kind, topic, told: now })
    subscribeOwner(tx, notice)
    tx.saveNoValidate(notice)
  }
}

/** When each of these people is to get a mail of it; empty where he gets none, or has it from the queue of decisions (`mail/decision-queue.ts`). */
export function mailTimesFor(tx: CoreApp, kind: NoticeKind, people: string[]): (person: string) => string {
  const chosen = rows(
    tx,
    'SELECT person, mail FROM notice_choices WHERE kind = {:kind} AND person IN (SELECT value FROM json_each({:people}))',
    { kind, people: JSON.stringify(people) },
    { person: '', mail: '' as MailTime },
  )
  const byPerson = new Map(chosen.map(({ person, mail }) => [person, mail]))
  return (person) => {
    const mail = byPerson.get(person) ?? usualMail[kind]
    return mail === 'never' || (kind === 'decided' && mail === 'now') ? '' : mail
  }
}

/** So much of what somebody wrote stands in a notice. */
const longest = 200

export function excerpt(text: string): string {
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
}
