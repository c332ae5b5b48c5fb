import type { DecidedCounts, Report, ReportPerson } from '../../src/domain/reports/report.ts'
import { queryRows } from '../lib/sql.ts'
import { type Bounds, inPeriod, isLong, namesOfPeople } from './bounds.ts'
import { noWaits, waitsAmong, waitsInOrder, waitsOf, withWaits } from './waits.ts'

/** SQL of the counts, with each request counted once: by its first decision of a kind in the period, by any user (`any`) or by the same user (`own`). */
const counted = [
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

const shape = {
  id: '',
  anyDecided: 0,
  anyApproved: 0,
  anyReturned: 0,
  anyRejected: 0,
  ownDecided: 0,
  ownApproved: 0,
  ownReturned: 0,
  ownRejected: 0,
  ...noWaits,
}

/** Returns the decisions of a period, in total and by approver. */
export function decisionsIn(
  app: CoreApp,
  bounds: Bounds,
): Omit<Report, 'received' | 'stretches' | 'sums' | 'hasSteps'> {
  const isRead = isLong(app, bounds)
  const from = (index: string) =>
    `FROM reported_decisions ${isRead ? `INDEXED BY ${index}` : 'NOT INDEXED'} WHERE ${inPeriod(bounds)}`
  const found = queryRows(
    app,
    withWaits(
      `SELECT reviewer AS id, ${counted}, ${waitsInOrder} ${from('idx_reported_decisions_waits')} GROUP BY reviewer`,
    ),
    bounds,
    shape,
  )
  const all = waitsAmong(app, from('idx_reported_decisions_seconds'), bounds, found)
  return { ...inAll(found), ...all, people: peopleOf(app, found) }
}

function inAll(found: readonly (typeof shape)[]): DecidedCounts {
  const sum = (name: 'anyDecided' | 'anyApproved' | 'anyReturned' | 'anyRejected') =>
    found.reduce((total, each) => total + each[name], 0)
  return {
    decided: sum('anyDecided'),
    approved: sum('anyApproved'),
    returned: sum('anyReturned'),
    rejected: sum('anyRejected'),
  }
}

function peopleOf(app: CoreApp, found: readonly (typeof shape)[]): ReportPerson[] {
  const names = namesOfPeople(
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
      ...waitsOf(each),
    }))
    .toSorted((a, b) => b.decided - a.decided || (a.name < b.name ? -1 : 1))
}
