import type { BatchStatus } from '../src/domain/batch.ts'
import type { AdminDashboard, Dashboard, DayCount, RunningBatch } from '../src/domain/dashboard.ts'
import { type RequestItem, type RequestStatus, requestStatuses } from '../src/domain/request.ts'
import { addDays, startOf } from '../src/domain/today.ts'
import { isAdmin, signedIn } from './actor.ts'
import { contextOf, stamp } from './clock.ts'
import { itemsOf } from './request-items.ts'
import { type Params, row, rows } from './sql.ts'

const few = 5

/** `GET /api/app/dashboard` */
export function dashboard(e: core.RequestEvent) {
  const asker = signedIn(e)
  const me = { me: asker.id }
  const answer: Dashboard = {
    counts: countsOf(e.app, asker.id),
    todo: {
      returned: latest(e.app, "owner = {:me} AND status = 'returned' ORDER BY created DESC", me),
      drafts: latest(e.app, "owner = {:me} AND status = 'draft' ORDER BY created DESC", me),
    },
    recent: latest(e.app, "owner = {:me} AND status != 'draft' ORDER BY created DESC", me),
    batches: batchesOf(e.app, isAdmin(asker) ? '' : asker.id),
    admin: isAdmin(asker) ? forAdmins(e.app) : null,
  }
  return e.json(200, answer)
}

function countsOf(app: CoreApp, owner: string): Record<RequestStatus, number> {
  const found = rows(
    app,
    'SELECT status, sum(n) AS n FROM request_counts WHERE owner = {:owner} GROUP BY status',
    { owner },
    { status: '', n: 0 },
  )
  const counts = Object.fromEntries(found.map(({ status, n }) => [status, n]))
  return Object.fromEntries(requestStatuses.map((status) => [status, counts[status] ?? 0])) as Dashboard['counts']
}

function latest(app: CoreApp, condition: string, params: Params): RequestItem[] {
  return itemsOf(app, `SELECT rowid AS position FROM requests WHERE ${condition} LIMIT ${few}`, params)
}

function batchesOf(app: CoreApp, owner: string): RunningBatch[] {
  const found = rows(
    app,
    `SELECT b.id, b.number, f.name AS formatName, u.name AS ownerName, b.status, b.total, b.createdCount, b.errorCount
     FROM batches b JOIN formats f ON f.id = b.format JOIN users u ON u.id = b.owner
     WHERE b.status IN ('loaded', 'fixing', 'ready', 'processing', 'interrupted', 'completed_with_pending')
       AND ({:owner} = '' OR b.owner = {:owner})
     ORDER BY b.created DESC LIMIT ${few}`,
    { owner },
    { id: '', number: '', formatName: '', ownerName: '', status: '', total: 0, createdCount: 0, errorCount: 0 },
  )
  return found.map((batch) => ({ ...batch, status: batch.status as BatchStatus }))
}

function forAdmins(app: CoreApp): AdminDashboard {
  const count = (sql: string) => row(app, sql, {}, { n: 0 })?.n ?? 0
  const items = latest(app, "status = 'submitted' ORDER BY submittedAt", {})
  return {
    queue: {
      total: count("SELECT ifnull(sum(n), 0) AS n FROM request_totals WHERE status = 'submitted'"),
      oldest: items[0]?.submittedAt ?? '',
      items,
    },
    pendingUsers: count("SELECT count(*) AS n FROM users WHERE isActive = FALSE AND deactivatedAt = ''"),
    failedDocuments: count("SELECT count(*) AS n FROM requests WHERE documentStatus = 'failed'"),
    pendingDocuments: count("SELECT count(*) AS n FROM requests WHERE documentStatus = 'pending'"),
    days: lastDays(app),
  }
}

/** The days are the installation's own, which the database knows nothing of: each is asked for by its bounds, whole hours. */
function lastDays(app: CoreApp): DayCount[] {
  const { today, country } = contextOf(app)
  const hourOf = (day: string) => stamp(startOf(day, country)).slice(0, 13)
  const bounds = Array.from({ length: 30 }, (_, index) => {
    const day = addDays(today, index - 29)
    return { day, from: hourOf(day), to: hourOf(addDays(day, 1)) }
  })
  return rows(
    app,
    `SELECT value ->> 'day' AS day, ifnull(sum(submitted), 0) AS submitted, ifnull(sum(decided), 0) AS decided
     FROM json_each({:bounds}) LEFT JOIN request_hours ON hour >= value ->> 'from' AND hour < value ->> 'to'
     GROUP BY day ORDER BY day`,
    { bounds: JSON.stringify(bounds) },
    { day: '', submitted: 0, decided: 0 },
  )
}
