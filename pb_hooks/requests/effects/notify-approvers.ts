import { createNotices } from '../../notices/create-notices.ts'
import type { FinalizedRequests } from '../actions/action.ts'
import { countPendingAmong, findApprovers } from '../decision-rights.ts'

/** Notifies the users who can decide the requests now, except the caller. */
export function notifyApprovers(tx: CoreApp, { caller, requests }: FinalizedRequests) {
  const pending = requests.filter(({ status }) => status === 'submitted').map(({ id }) => id)
  notifyPending(tx, caller.id, countPendingAmong(tx, pending))
}

/** Creates one notice per user about requests that the user can now decide. Until it is read, later requests update the same notice. */
export function notifyPending(tx: CoreApp, caller: string, counts: ReadonlyMap<string, number>) {
  const others = [...counts].filter(([to, count]) => to !== caller && count > 0)
  const news = others.map(([to, count]) => ({ to, count, subjectId: '', details: {} }))
  createNotices(tx, { kind: 'waiting', topic: 'waiting', news })
}

/**
 * Sends a realtime event to the approvers of these format versions, and to the users in `before`, who were approvers
 * before the change.
 */
export function updateApproverPages(
  app: CoreApp,
  versions: ReadonlySet<string>,
  ids: readonly string[],
  before: string[] = [],
) {
  engine.notifyUsers('requests', [...new Set([...before, ...findApprovers(app, versions, ids)])])
}
