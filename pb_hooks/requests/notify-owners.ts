import type { RequestAction } from '../../src/domain/requests/request.ts'
import { rows } from '../lib/sql.ts'
import { isMailedToOwner } from '../mail/decision-queue.ts'
import { createNotices, excerpt } from '../notices/create.ts'

interface Decision {
  action: RequestAction
  asker: { id: string }
  reason: string
  decision: string
}

/** Tells each owner what somebody else decided of his requests: one notice for all of one call, also of those that were decided part by part. */
export function notifyOwners(
  tx: CoreApp,
  { action, asker, reason, decision }: Decision,
  changes: { id: string; owner: string }[],
) {
  if (!isMailedToOwner(action)) return
  const ids = changes.filter(({ owner }) => owner !== asker.id).map(({ id }) => id)
  if (!ids.length) return
  const decided = rows(
    tx,
    `SELECT requests.owner, count(*) AS count, max(requests.id) AS id, requests.number, formats.name AS format
     FROM requests JOIN formats ON formats.id = requests.format
     WHERE requests.id IN (SELECT value FROM json_each({:ids})) GROUP BY requests.owner`,
    { ids: JSON.stringify(ids) },
    { owner: '', count: 0, id: '', number: '', format: '' },
  )
  createNotices(
    tx,
    'decided',
    decision,
    decided.map(({ owner, count, id, number, format }) => ({
      to: owner,
      count,
      subjectId: id,
      details: { action, number, format, ...(reason && { text: excerpt(reason) }) },
    })),
  )
}
