import type { PendingDecisions } from '../../src/domain/requests/counts.ts'
import { addDays, getStartOfDay } from '../../src/domain/time/local-time.ts'
import { getBackupState } from '../backups/backup-plan.ts'
import { formatTimestamp, getLocalToday, getOrganisationTimeZone } from '../lib/clock.ts'
import { writeJsonResponse } from '../lib/http.ts'
import { getSetupState } from '../lib/setup-state.ts'
import { formatJsonObjectArguments, type QueryParams, queryRow, queryRowsAsJson } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'
import { buildPendingUsersQuery, countOwnRequests, failedDocumentsQuery } from './counts.ts'
import { type DecisionRights, getDecisionRights } from './decision-rights.ts'
import { buildRequestItemsJson } from './list/items.ts'
import {
  buildOldestPendingRequestQuery,
  buildPendingDecisionsParams,
  getPendingDecisions,
} from './pending-decisions.ts'

const itemsPerSection = 5

/** `GET /api/app/dashboard` → `Dashboard`. Passes on the JSON of the database without parsing it. */
export function getDashboard(e: core.RequestEvent) {
  writeJsonResponse(e, ...buildDashboardJson(e.app, requireUser(e)))
}

function buildDashboardJson(app: CoreApp, caller: core.Record): string[] {
  const powers = getDecisionRights(app, caller)
  const counts = countOwnRequests(app, caller)
  const hasSent = Object.entries(counts).some(([status, count]) => status !== 'draft' && count > 0)
  const waiting = getPendingDecisions(app, powers)
  const queue = waiting.total
    ? buildRequestItemsJson(
        app,
        powers,
        buildOldestPendingRequestQuery(powers, waiting, itemsPerSection),
        buildPendingDecisionsParams(powers),
      )
    : '[]'
  const mine = (condition: string, order = 'DESC') =>
    listLatestRequests(app, powers, `owner = {:me} AND ${condition} ORDER BY created ${order}`, { me: caller.id })
  return [
    `{"counts":${JSON.stringify(counts)},"todo":{"returned":`,
    // Oldest returned requests first, in the order of the index.
    counts.returned ? mine("status = 'returned'", 'ASC') : '[]',
    ',"drafts":',
    counts.draft ? mine("status = 'draft'") : '[]',
    ',"decide":',
    queue,
    '},"recent":',
    // Administrators rarely have requests of their own.
    hasSent ? mine("status != 'draft'") : '[]',
    ',"batches":',
    ...buildBatchLists(app, isAdmin(caller) ? '' : caller.id),
    ',"admin":',
    ...(isAdmin(caller) ? buildAdminDashboard(app, waiting, queue) : ['null']),
    '}',
  ]
}

/** Returns `RequestItem[]` as JSON text. */
function listLatestRequests(app: CoreApp, powers: DecisionRights, condition: string, params: QueryParams): string {
  return buildRequestItemsJson(
    app,
    powers,
    `SELECT serial AS position FROM requests WHERE ${condition} LIMIT ${itemsPerSection}`,
    params,
  )
}

const batchColumns = ['id', 'number', 'formatName', 'ownerName', 'status', 'total', 'createdCount', 'errorCount']

/** Returns SQL that selects `DashboardBatch[]` as JSON; batches with errors first. */
const selectBatches = (
  condition: string,
) => `(SELECT json_group_array(json_object(${formatJsonObjectArguments(batchColumns)})) FROM (
  SELECT b.id, b.number, f.name AS formatName, u.name AS ownerName, b.status, b.total, b.createdCount, b.errorCount
  FROM batches b JOIN formats f ON f.id = b.format JOIN users u ON u.id = b.owner
  WHERE ${condition} AND ({:owner} = '' OR b.owner = {:owner})
  ORDER BY b.errorCount > 0 DESC, b.created DESC LIMIT ${itemsPerSection}))`

const batchesQuery = `SELECT
  ${selectBatches("b.status IN ('loaded', 'fixing', 'ready', 'processing', 'interrupted')")} AS running,
  ${selectBatches("b.status = 'completed_with_pending'")} AS toCorrect`

/** Returns the running batches, and after the next key those with rows to correct, as chunks of JSON text. */
function buildBatchLists(app: CoreApp, owner: string): string[] {
  const found = queryRow(app, batchesQuery, { owner }, { running: '', toCorrect: '' })
  return [found?.running ?? '[]', ',"batchesToCorrect":', found?.toCorrect ?? '[]']
}

const nothing = { pendingUsers: 0, failedDocuments: 0, pendingDocuments: 0, signatories: 0 }

/** Returns an `AdminDashboard` as chunks of JSON text. */
function buildAdminDashboard(app: CoreApp, { total, overdue, oldest }: PendingDecisions, items: string): string[] {
  return [
    `{"queue":{"total":${total},"oldest":${JSON.stringify(oldest)},"items":`,
    items,
    `},"overdue":${overdue},`,
    // Stores the result until the next commit, because it is the same for all administrators. The state of backups also changes with the time.
    engine.untilCommit(`dashboard ${formatTimestamp().slice(0, 16)}`, () => buildSharedPart(app)),
    '}',
  ]
}

/** Returns the properties of `AdminDashboard` that are the same for all administrators, as JSON text without braces. */
function buildSharedPart(app: CoreApp): string {
  const query = `SELECT (${buildPendingUsersQuery(app)}) AS pendingUsers, (${failedDocumentsQuery}) AS failedDocuments,
    (SELECT count(*) FROM requests WHERE documentStatus = 'pending') AS pendingDocuments,
    (SELECT count(*) FROM signatories WHERE active) AS signatories`
  const counts = queryRow(app, query, {}, nothing) ?? nothing
  const others = { ...counts, backup: getBackupState(app), setup: getSetupState(app) }
  return `${JSON.stringify(others).slice(1, -1)},"days":${countLastDays(app)}`
}

/**
 * Returns `DailyRequestCount[]` as JSON text. Passes each day as a range of whole hours, because the database has no
 * time zones.
 */
function countLastDays(app: CoreApp): string {
  const bounds = getDayRanges(getLocalToday(app), getOrganisationTimeZone(app))
  return queryRowsAsJson(app, dailyCountsQuery, { bounds }, { day: '', submitted: 0, decided: 0 })
}

const sumHours = (column: string) =>
  `ifnull((SELECT sum(${column}) FROM request_hours WHERE hour >= first AND hour < next), 0) AS ${column}`

const dailyCountsQuery = `WITH days AS MATERIALIZED (
    SELECT value ->> 'day' AS day, value ->> 'from' AS first, value ->> 'to' AS next FROM json_each({:bounds}))
  SELECT day, ${sumHours('submitted')}, ${sumHours('decided')} FROM days ORDER BY day`

let cachedRanges = { of: '', bounds: '' }

/** Returns the ranges of the last 30 days as JSON. Cached for the day. */
function getDayRanges(today: string, zone: string): string {
  const of = `${zone} ${today}`
  if (cachedRanges.of === of) return cachedRanges.bounds
  const hourOf = (day: string) => formatTimestamp(getStartOfDay(day, zone)).slice(0, 13)
  const bounds = Array.from({ length: 30 }, (_, index) => {
    const day = addDays(today, index - 29)
    return { day, from: hourOf(day), to: hourOf(addDays(day, 1)) }
  })
  cachedRanges = { of, bounds: JSON.stringify(bounds) }
  return cachedRanges.bounds
}
