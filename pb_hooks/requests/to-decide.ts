import { type Params, row } from '../lib/sql.ts'
import { decidable, decidableAtStepFor, decidableInTurn, hasSeats, type Powers, paramsOf } from './deciders.ts'
import { overdueNow } from './overdue.ts'

// What somebody may decide now. What waits at a step, or until some time, is counted in `request_waiting` by whose step and whose request it is, so
// that nobody's share is counted one by one, but where each of several people has to approve.

const late = "(requests.dueAt != '' AND requests.dueAt <= {:overdueAt})"
const byAge = 'requests INDEXED BY idx_requests_step_age'

/** Of those at a step (1), and for administrators of those at none (0), how many there are and how many are late. */
function sums(powers: Powers): string {
  const [from, n] = hasSeats(powers) ? [byAge, '1'] : ['request_waiting AS requests', 'n']
  const atStep = `SELECT 1 AS isAtStep, ifnull(sum(${n}), 0) AS total, ifnull(sum(iif(${late}, ${n}, 0)), 0) AS late
    FROM ${from} WHERE ${decidableAtStepFor(powers)}`
  if (!powers.isAdmin) return atStep
  return `${atStep} UNION ALL SELECT 0,
      (SELECT ifnull(sum(n), 0) FROM request_totals WHERE status = 'submitted') - ifnull(sum(iif(requests.step > 0, n, 0)), 0),
      ifnull(sum(iif(requests.step = 0 AND ${late}, n, 0)), 0)
    FROM request_waiting AS requests`
}

/** How many there are, as a query of `n`. */
export const countToDecide = (powers: Powers) => `SELECT sum(total) AS n FROM (${sums(powers)})`

const places = 'SELECT DISTINCT value ->> 0 AS version, value ->> 1 AS step FROM json_each({:wide})'

/** Of those at one of his steps, or at none, what was sent first at the beginning: in the order of the index. */
const atStep = (powers: Powers, what: string, condition = 'TRUE') => `SELECT ${what} FROM ${byAge}
  WHERE requests.formatVersion = place.version AND requests.step = place.step AND ${decidableAtStepFor(powers)} AND ${condition}
  ORDER BY requests.submittedAt`
/** Of those who alone have a step, what they sent themselves is somebody else's to decide: looked for among theirs. */
const ofOwners = (
  powers: Powers,
  what: string,
  condition = 'TRUE',
) => `SELECT ${what} FROM requests INDEXED BY idx_requests_owner_status
  WHERE requests.owner IN (SELECT value FROM json_each({:owners})) AND requests.status = 'submitted'
    AND ${decidableAtStepFor(powers)} AND ${condition}`
const atNone = (what: string, condition = 'TRUE') => `SELECT ${what} FROM requests INDEXED BY idx_requests_open
  WHERE requests.status = 'submitted' AND requests.step = 0 AND ${condition} ORDER BY requests.submittedAt`

/** With how many of the total are at no step. */
const nothing = { total: 0, overdue: 0, oldest: '', open: 0 }
type Found = typeof nothing

export function paramsToDecide(powers: Powers): Params {
  const wide = powers.all.filter(({ only }) => only === '').map(({ version, position }) => [version, position])
  const owners = powers.all.map(({ only }) => only).filter(Boolean)
  return { ...paramsOf(powers), ...overdueNow(), wide: JSON.stringify(wide), owners: JSON.stringify(owners) }
}

/** Those at a step, as a query of row ids. */
export const idsAtStep = (powers: Powers) => `SELECT requests.serial FROM requests INDEXED BY idx_requests_step
    WHERE (requests.formatVersion, requests.step) IN (${places}) AND ${decidableAtStepFor(powers)}
  UNION ALL ${ofOwners(powers, 'requests.serial')}`

export function toDecide(app: CoreApp, powers: Powers): Found {
  const open = 'ifnull((SELECT total FROM sums WHERE isAtStep = 0), 0)'
  return (
    row(
      app,
      `WITH sums AS MATERIALIZED (${sums(powers)})
       SELECT sum(total) AS total, sum(late) AS overdue, ${open} AS open, ifnull((SELECT min(at) FROM (
         SELECT (${atStep(powers, 'requests.submittedAt')} LIMIT 1) AS at FROM (${places}) AS place
         UNION ALL ${ofOwners(powers, 'requests.submittedAt')}
         UNION ALL SELECT CASE WHEN ${open} > 0 THEN (${atNone('requests.submittedAt')} LIMIT 1) END)), '') AS oldest
       FROM sums`,
      paramsToDecide(powers),
      nothing,
    ) ?? nothing
  )
}

/** The first of them, as a query of row ids: what is past its time by that, and then what waits for longest. */
export function firstToDecide(powers: Powers, { overdue, open }: Found, few: number): string {
  // All who have to approve it look at each: which days have something left for one of them is not counted.
  const days = `SELECT DISTINCT requests.dueAt FROM request_waiting AS requests
    WHERE ${late} AND (requests.step = 0 AND {:isAdmin} OR ${decidableInTurn}) ORDER BY 1 LIMIT ${hasSeats(powers) ? -1 : few}`
  const overdueOnes = `SELECT requests.serial, 0, requests.dueAt, requests.submittedAt FROM requests INDEXED BY idx_requests_due
    WHERE requests.status = 'submitted' AND requests.dueAt != '' AND requests.dueAt IN (${days}) AND ${decidable}
    ORDER BY requests.dueAt, requests.submittedAt LIMIT ${few}`
  const others = `SELECT requests.serial, 1, requests.submittedAt, '' FROM (${places}) AS place
    CROSS JOIN requests ON requests.serial IN (${atStep(powers, 'requests.serial', `NOT ${late}`)} LIMIT ${few})`
  const theirs = `${ofOwners(powers, "requests.serial, 1, requests.submittedAt, ''", `NOT ${late}`)} ORDER BY requests.submittedAt LIMIT ${few}`
  const openOnes = `${atNone("requests.serial, 1, requests.submittedAt, ''", `NOT ${late}`)} LIMIT ${few}`
  const isMore = overdue < few
  const parts = [
    ...(overdue > 0 ? [overdueOnes] : []),
    ...(isMore && powers.all.length > 0 ? [others, theirs] : []),
    ...(isMore && open > 0 ? [openOnes] : []),
  ].map((part) => `SELECT * FROM (${part})`)
  return `WITH found (position, turn, at, sent) AS (${parts.join(' UNION ')})
    SELECT position FROM found ORDER BY turn, at, sent LIMIT ${few}`
}
