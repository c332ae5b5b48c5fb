import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import { defaultMailFrequencies, type MailFrequency, type NoticeKind } from '../../src/domain/notices/notice.ts'
import type { NoticeDetails } from '../../src/domain/notices/notice-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRows } from '../lib/sql.ts'

export interface NewNotice {
  to: string
  subjectId: string
  details: NoticeDetails
  /** Number of events; default 1. */
  count?: number
  /** `true` if `count` replaces the count of the unread notice instead of being added. */
  isAll?: boolean
}

export interface NoticesInput {
  kind: NoticeKind
  /** Topic of the notices. Each user has at most one unread notice per topic. */
  topic: string
  news: NewNotice[]
}

/**
 * Notifies users, in the transaction of the change. If a user already has an unread notice of the topic, adds to its
 * count and replaces its details, so that a thousand equal events give one notice.
 */
export function createNotices(tx: CoreApp, { kind, topic, news: all }: NoticesInput) {
  // The requests of external people have an owner who reads nothing.
  const news = all.filter(({ to }) => to !== externalOwnerId)
  if (!news.length) return
  const now = formatTimestamp()
  const people = news.map(({ to }) => to)
  const found = findRecipients(tx, kind, topic, people)
  const timed = news.map((one) => ({ ...one, mail: getMailTime(kind, found.get(one.to)?.mail) }))
  const isUnread = ({ to }: NewNotice) => found.get(to)?.isUnread === 1
  addToUnread(tx, topic, timed.filter(isUnread), now)
  const notices = tx.findCachedCollectionByNameOrId('notices')
  for (const one of timed) {
    if (isUnread(one)) continue
    const { isAll: _, ...rest } = one
    const notice = new Record(notices)
    notice.load({ id: generateRecordId(), count: 1, ...rest, kind, topic, notifiedAt: now })
    writeAndPushRecord(tx, notice)
  }
}

/** Builds one notice entry per requester: number of requests, and details of the last one. */
export function groupNewsByOwner<Request extends { id: string; owner: string }>(
  requests: Request[],
  detailsOf: (request: Request) => NoticeDetails,
): NewNotice[] {
  const byOwner = new Map<string, NewNotice>()
  for (const request of requests) {
    const { id, owner } = request
    const count = (byOwner.get(owner)?.count ?? 0) + 1
    byOwner.set(owner, { to: owner, subjectId: id, count, details: detailsOf(request) })
  }
  return [...byOwner.values()]
}

const recipientColumns = { person: '', mail: '' as MailFrequency | '', isUnread: 0 }

/** Returns each user's preferred mail time, and whether the user has an unread notice of the topic. */
function findRecipients(tx: CoreApp, kind: NoticeKind, topic: string, people: string[]) {
  const found = queryRows(
    tx,
    `SELECT value AS person, ifnull(mail, '') AS mail, EXISTS (SELECT 1 FROM notices WHERE "to" = value AND topic = {:topic}) AS isUnread
     FROM json_each({:people}) LEFT JOIN notice_choices ON person = value AND kind = {:kind}`,
    { kind, topic, people: JSON.stringify(people) },
    recipientColumns,
  )
  return new Map(found.map((each) => [each.person, each]))
}

function addToUnread(tx: CoreApp, topic: string, news: (NewNotice & { mail: string })[], now: string) {
  if (news.length)
    executeSql(
      tx,
      `UPDATE notices SET count = iif(news.isAll, news.count, notices.count + news.count), mailed = iif(news.isAll, 0, mailed), subjectId = news.subjectId, details = news.details, notifiedAt = {:now}, mail = news.mail
       FROM (SELECT value ->> 'to' AS person, ifnull(value ->> 'count', 1) AS count, value ->> 'subjectId' AS subjectId,
           value -> 'details' AS details, value ->> 'mail' AS mail, ifnull(value ->> 'isAll', 0) AS isAll FROM json_each({:news})) AS news
       WHERE "to" = person AND topic = {:topic}`,
      { topic, news: JSON.stringify(news), now },
    )
}

/** Returns a function that returns the mail time of a user for this kind of notice (see `getMailTime`). */
export function createMailTimeLookup(tx: CoreApp, kind: NoticeKind, people: string[]): (person: string) => string {
  const chosen = queryRows(
    tx,
    'SELECT person, mail FROM notice_choices WHERE kind = {:kind} AND person IN (SELECT value FROM json_each({:people}))',
    { kind, people: JSON.stringify(people) },
    { person: '', mail: '' as MailFrequency },
  )
  const byPerson = new Map(chosen.map(({ person, mail }) => [person, mail]))
  return (user) => getMailTime(kind, byPerson.get(user))
}

/**
 * Returns the mail time of a notice. A daily notice of pending decisions gets `first`: the job of the minute mails it immediately
 * if nothing else was pending, and otherwise in the daily mail. Returns '' if the user gets no mail, or gets it from the queue of
 * decisions (`requests/effects/queue-decision-mails.ts`).
 */
export function getMailTime(kind: NoticeKind, chosen: MailFrequency | '' | undefined): string {
  const mail = chosen || defaultMailFrequencies[kind]
  if (kind === 'waiting' && mail === 'daily') return 'first'
  return mail === 'never' || (kind === 'decided' && mail === 'now') ? '' : mail
}

/** Maximum characters of a user's text in a notice. */
const maxExcerpt = 200

export function shortenText(text: string): string {
  const letters = [...text]
  return letters.length > maxExcerpt ? `${letters.slice(0, maxExcerpt - 1).join('')}…` : text
}
