import type { AllCounts } from '../../src/domain/requests/counts.ts'
import { type RequestStatus, requestStatuses } from '../../src/domain/requests/request.ts'
import { decidesAnything } from '../lib/named-in-routes.ts'
import { isAdmin, requireUser } from '../lib/people.ts'
import { row, rows } from '../lib/sql.ts'
import { powersOf } from './deciders.ts'
import { toDecide } from './to-decide.ts'

/** `GET /api/app/counts`: the `AllCounts` of whoever asks, from what is counted already. */
export function countAll(e: core.RequestEvent) {
  const asker = requireUser(e)
  const statuses = countsByStatus(e.app, asker)
  const decide = decideOf(e.app, asker)
  const { unread, underway, pendingUsers, failedDocuments } = figuresOf(e.app, asker, (decide?.total ?? 0) > 0)
  const counts: AllCounts = {
    unread,
    own: statuses('own'),
    decide,
    documentsUnderway: underway === 1,
    admin: isAdmin(asker) ? { all: statuses('all'), pendingUsers, failedDocuments } : null,
  }
  return e.json(200, counts)
}

function decideOf(app: CoreApp, asker: core.Record): AllCounts['decide'] {
  const powers = powersOf(app, asker)
  if (!isAdmin(asker) && powers.all.length === 0 && !decidesAnything(app, asker.id)) return null
  const { total, overdue, oldest } = toDecide(app, powers)
  return { total, overdue, oldest }
}

const ownByStatus = "SELECT 'own' AS whose, status, sum(n) AS n FROM request_counts WHERE owner = {:me} GROUP BY status"
const allByStatus = "SELECT 'all', status, sum(n) FROM request_totals GROUP BY status"

/** How many requests are where: the own ones, and to administrators everybody's. */
export function countsByStatus(app: CoreApp, asker: core.Record) {
  const query = isAdmin(asker) ? `${ownByStatus} UNION ALL ${allByStatus}` : ownByStatus
  const found = rows(app, query, { me: asker.id }, { whose: '', status: '', n: 0 })
  return (whose: 'own' | 'all') => {
    const counts = requestStatuses.map((status) => {
      const counted = found.find((each) => each.whose === whose && each.status === status)
      return [status, counted?.n ?? 0]
    })
    return Object.fromEntries(counts) as Record<RequestStatus, number>
  }
}

const nothing = { unread: 0, underway: 0, pendingUsers: 0, failedDocuments: 0 }
export const pendingUsers = "SELECT count(*) FROM users WHERE isActive = FALSE AND deactivatedAt = ''"
export const failedDocuments = "SELECT count(*) FROM requests WHERE documentStatus = 'failed'"

/** That something waits is new only while it does. */
function figuresOf(app: CoreApp, asker: core.Record, waits: boolean): typeof nothing {
  const ofAll = isAdmin(asker)
    ? `(${pendingUsers}) AS pendingUsers, (${failedDocuments}) AS failedDocuments`
    : '0 AS pendingUsers, 0 AS failedDocuments'
  const isNew = `readAt = ''${waits ? '' : " AND kind != 'waiting'"}`
  const query = `SELECT (SELECT count(*) FROM notices WHERE "to" = {:me} AND ${isNew}) AS unread,
    EXISTS (SELECT 1 FROM requests WHERE documentStatus = 'pending') AS underway, ${ofAll}`
  return row(app, query, { me: asker.id }, nothing) ?? nothing
}
