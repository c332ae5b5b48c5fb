import type { CallerCounts } from '../../src/domain/requests/counts.ts'
import { type RequestStatus, requestStatuses } from '../../src/domain/requests/request.ts'
import { isApprover } from '../lib/route-approvers.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'
import { getDecisionRights } from './decision-rights.ts'
import { getPendingDecisions } from './pending-decisions.ts'

/** `GET /api/app/counts` → `CallerCounts`: returns the counters of the menu and lists, from stored subtotals. */
export function getCallerCounts(e: core.RequestEvent) {
  return e.json(200, countForCaller(e.app, requireUser(e)))
}

function countForCaller(app: CoreApp, caller: core.Record): CallerCounts {
  const statuses = countRequestsByStatus(app, caller)
  const decide = getPendingCounts(app, caller)
  const { unread, underway, pendingUsers, failedDocuments } = menuCounts(app, caller, (decide?.total ?? 0) > 0)
  return {
    unread,
    own: statuses('own'),
    decide,
    documentsUnderway: underway === 1,
    admin: isAdmin(caller)
      ? { all: statuses('all'), pendingUsers, failedDocuments, mailEnabled: app.settings().smtp.enabled }
      : null,
  }
}

function getPendingCounts(app: CoreApp, caller: core.Record): CallerCounts['decide'] {
  const powers = getDecisionRights(app, caller)
  if (!isAdmin(caller) && powers.all.length === 0 && !isApprover(app, caller.id)) return null
  const { total, overdue, oldest } = getPendingDecisions(app, powers)
  return { total, overdue, oldest }
}

const ownByStatus = "SELECT 'own' AS scope, status, sum(n) AS n FROM request_counts WHERE owner = {:me} GROUP BY status"
const allByStatus = "SELECT 'all', status, sum(n) FROM request_totals GROUP BY status"

/** Counts requests by status: the caller's own requests and, for administrators, all requests. */
function countRequestsByStatus(app: CoreApp, caller: core.Record) {
  const query = isAdmin(caller) ? `${ownByStatus} UNION ALL ${allByStatus}` : ownByStatus
  const found = queryRows(app, query, { me: caller.id }, { scope: '', status: '', n: 0 })
  return (scope: 'own' | 'all') => formatStatusCounts(found.filter((each) => each.scope === scope))
}

export function countOwnRequests(app: CoreApp, caller: core.Record): Record<RequestStatus, number> {
  return formatStatusCounts(queryRows(app, ownByStatus, { me: caller.id }, { status: '', n: 0 }))
}

/** Returns the count of each status; 0 for missing ones. */
function formatStatusCounts(found: { status: string; n: number }[]) {
  const counts = requestStatuses.map((status) => [status, found.find((each) => each.status === status)?.n ?? 0])
  return Object.fromEntries(counts) as Record<RequestStatus, number>
}

const zeroCounts = { unread: 0, underway: 0, pendingUsers: 0, failedDocuments: 0 }

/** Returns SQL that counts the accounts to activate. Without a mail server it includes unconfirmed accounts, because no code can reach them. */
export const buildPendingUsersQuery = (app: CoreApp) =>
  `SELECT count(*) FROM users WHERE isActive = FALSE AND deactivatedAt = ''${app.settings().smtp.enabled ? ' AND verified = TRUE' : ''}`

export const failedDocumentsQuery = "SELECT count(*) FROM requests WHERE documentStatus = 'failed'"

/**
 * Returns the counters of the menu. `hasPending`: `false` if no decision is pending; notices of pending decisions then
 * do not count as unread.
 */
function menuCounts(app: CoreApp, caller: core.Record, hasPending: boolean): typeof zeroCounts {
  const ofAll = isAdmin(caller)
    ? `(${buildPendingUsersQuery(app)}) AS pendingUsers, (${failedDocumentsQuery}) AS failedDocuments`
    : '0 AS pendingUsers, 0 AS failedDocuments'
  const isNew = `readAt = ''${hasPending ? '' : " AND kind != 'waiting'"}`
  const query = `SELECT (SELECT count(*) FROM notices WHERE "to" = {:me} AND ${isNew}) AS unread,
    EXISTS (SELECT 1 FROM requests WHERE documentStatus = 'pending') AS underway, ${ofAll}`
  return queryRow(app, query, { me: caller.id }, zeroCounts) ?? zeroCounts
}
