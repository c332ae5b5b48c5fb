import type { NoticeDetails } from '../../../src/domain/notices/notice.ts'
import { listNotifiedAdminIds } from '../../notices/administrators.ts'
import { createMailTimeLookup, type NewNotice, type NoticesInput, shortenText } from '../../notices/create-notices.ts'
import type { PerformedAction, RequestNoticeData } from '../actions/change-types.ts'
import { isMailedToOwner } from './decision-mails.ts'

export interface ReadyDocument {
  id: string
  owner: string
  number: string
  kind: string
  /** Name of the file that this document replaces; empty if there was none. */
  previous: string
  previousKind: string
  /** 1 if the document was stored more than ten minutes after its decision; otherwise 0. */
  isLate: number
}

/**
 * Builds one notice per requester whose requests another user decided. A bulk action runs in chunks; later chunks update
 * the notice of the first.
 */
export function buildOwnerNotices(
  { id, action, caller, reason }: PerformedAction,
  decided: RequestNoticeData[],
): NoticesInput {
  if (!isMailedToOwner(action)) return { kind: 'decided', topic: id, news: [] }
  const others = decided.filter(({ owner }) => owner !== caller.id)
  const text = reason && { text: shortenText(reason) }
  const latestLast = others.sort((a, b) => (a.id < b.id ? -1 : 1))
  const news = groupNewsByOwner(latestLast, ({ number, format }) => ({ action, number, format, ...text }))
  return { kind: 'decided', topic: id, news }
}

/** Builds one notice per user about requests that the user can now decide. Until it is read, later requests update the same notice. */
export function buildPendingNotices(caller: string, counts: ReadonlyMap<string, number>): NoticesInput {
  const others = [...counts].filter(([to, count]) => to !== caller && count > 0)
  return {
    kind: 'waiting',
    topic: 'waiting',
    news: others.map(([to, count]) => ({ to, count, subjectId: '', details: {} })),
  }
}

export const mapAdminsToBatchCount = (tx: CoreApp, batch: core.Record) =>
  new Map(listNotifiedAdminIds(tx).map((admin) => [admin, batch.getInt('createdCount')]))

export function buildBatchNotices(batch: core.Record): NoticesInput {
  const details = {
    number: batch.getString('number'),
    created: batch.getInt('createdCount'),
    errors: batch.getInt('errorCount'),
  }
  return {
    kind: 'batch',
    topic: `batch ${batch.id}`,
    news: [{ to: batch.getString('owner'), subjectId: batch.id, details }],
  }
}

export function buildCommentNotices(
  request: core.Record,
  author: core.Record,
  text: string,
  to: string[],
): NoticesInput {
  const details = { number: request.getString('number'), by: author.getString('name'), text: shortenText(text) }
  const news = to.map((each) => ({ to: each, subjectId: request.id, details }))
  return { kind: 'comment', topic: `comment ${request.id}`, news }
}

/**
 * Builds notices of documents that no other notice mentions: late and regenerated ones, and those of requesters with a
 * mail per document.
 */
export function buildDocumentNotices(tx: CoreApp, ready: ReadyDocument[]): NoticesInput {
  const mailOf = createMailTimeLookup(tx, 'document', [...new Set(ready.map(({ owner }) => owner))])
  const unannounced = ready.filter(
    ({ owner, isLate, previous, previousKind, kind }) =>
      isLate || (previous && previousKind === kind) || (kind !== 'annulled' && mailOf(owner)),
  )
  return { kind: 'document', topic: 'document', news: groupNewsByOwner(unannounced, ({ number }) => ({ number })) }
}

export function buildFailureNotices(tx: CoreApp, request: string, details: NoticeDetails): NoticesInput {
  const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: request, details }))
  return { kind: 'documentFailed', topic: 'documentFailed', news }
}

/** Builds one notice per administrator, because only administrators issue final documents. Later calls update the unread notice. */
export function buildFinalRequestNotices(tx: CoreApp, request: core.Record, owner: core.Record): NoticesInput {
  const details = { number: request.getString('documentNumber'), by: owner.getString('name') }
  const news = listNotifiedAdminIds(tx, owner.id).map((to) => ({ to, subjectId: request.id, details }))
  return { kind: 'finalAsked', topic: 'finalAsked', news }
}

/** Builds one notice entry per requester: number of requests, and details of the last one. */
function groupNewsByOwner<Request extends { id: string; owner: string }>(
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
