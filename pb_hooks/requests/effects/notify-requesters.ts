import { createNotices, groupNewsByOwner, shortenText } from '../../notices/create-notices.ts'
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
