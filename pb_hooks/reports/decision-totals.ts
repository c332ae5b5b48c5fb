import type { DecidedRequestCounts, Report, ReportPerson } from '../../src/domain/reports/report.ts'
import { queryRows } from '../lib/sql.ts'
import { buildPeriodCondition, findUserNames, isLongPeriod, type ReportBounds } from './report-bounds.ts'
import {
  addWaitingTimes,
  emptyWaitingTimes,
  getOverallWaitingTimes,
  getWaitingTimes,
  waitingTimeSqlColumns,
} from './waiting-times.ts'

/**
 * SQL of the counts. A request counts once per kind of decision, at its first decision of that kind in the period: by
 * any user (`any`), or by each user (`own`).
 */
const countColumns = [
  ['any', 'before', 'alike'],
  ['own', 'own', 'ownAlike'],
]
  .map(
    ([whose, before, alike]) => `sum(${before} < {:first}) AS ${whose}Decided,
    sum(action = 'approve' AND ${alike} < {:first}) AS ${whose}Approved,
    sum(action = 'return' AND ${alike} < {:first}) AS ${whose}Returned,
    sum(action = 'reject' AND ${alike} < {:first}) AS ${whose}Rejected`,
  )
  .join(', ')

const totalColumns = {
  id: '',
  anyDecided: 0,
  anyApproved: 0,
  anyReturned: 0,
  anyRejected: 0,
  ownDecided: 0,
  ownApproved: 0,
  ownReturned: 0,
  ownRejected: 0,
  ...emptyWaitingTimes,
}

export function getDecisionTotals(
  app: CoreApp,
  bounds: ReportBounds,
): Omit<Report, 'received' | 'periods' | 'sums' | 'hasSteps'> {
  const isRead = isLongPeriod(app, bounds)
  const from = (index: string) =>
    `FROM reported_decisions ${isRead ? `INDEXED BY ${index}` : 'NOT INDEXED'} WHERE ${buildPeriodCondition(bounds)}`
  const found = queryRows(
    app,
    addWaitingTimes(
      `SELECT reviewer AS id, ${countColumns}, ${waitingTimeSqlColumns} ${from('idx_reported_decisions_waits')} GROUP BY reviewer`,
    ),
    bounds,
    totalColumns,
  )
  const all = getOverallWaitingTimes(app, from('idx_reported_decisions_seconds'), bounds, found)
  return { ...sumAll(found), ...all, people: toReportPeople(app, found) }
}

function sumAll(found: readonly (typeof totalColumns)[]): DecidedRequestCounts {
  const sum = (name: 'anyDecided' | 'anyApproved' | 'anyReturned' | 'anyRejected') =>
    found.reduce((total, each) => total + each[name], 0)
  return {
    decided: sum('anyDecided'),
    approved: sum('anyApproved'),
    returned: sum('anyReturned'),
    rejected: sum('anyRejected'),
  }
}

function toReportPeople(app: CoreApp, found: readonly (typeof totalColumns)[]): ReportPerson[] {
  const names = findUserNames(
    app,
    found.map(({ id }) => id),
  )
  return found
    .map((each) => ({
      id: each.id,
      name: names.get(each.id) ?? '',
      decided: each.ownDecided,
      approved: each.ownApproved,
      returned: each.ownReturned,
      rejected: each.ownRejected,
      ...getWaitingTimes(each),
    }))
    .toSorted((a, b) => b.decided - a.decided || (a.name < b.name ? -1 : 1))
}
