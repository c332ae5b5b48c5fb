import type { NoticeDetails } from '../../../src/domain/notices/notice-output.ts'
import { createNotices, type NewNotice, shortenText } from '../../notices/create-notices.ts'
import type { FinalizedRequests } from '../actions/action.ts'
import { isMailedToOwner } from './queue-decision-mails.ts'

/**
 * Notifies each requester of the requests that another user decided, except those that wait for a further approval. A bulk action runs in
 * chunks; later chunks update the notice of the first.
 */
export function notifyRequesters(tx: CoreApp, { id, action, caller: { id: me }, reason, requests }: FinalizedRequests) {
  if (!isMailedToOwner(action)) return
  const decided = requests.filter(({ owner, status }) => owner !== me && status !== 'submitted')
  const text = reason && { text: shortenText(reason) }
  const latestLast = decided.sort((a, b) => (a.id < b.id ? -1 : 1))
  const news = groupNewsByOwner(latestLast, ({ number, format }) => ({ action, number, format, ...text }))
  createNotices(tx, { kind: 'decided', topic: id, news })
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
