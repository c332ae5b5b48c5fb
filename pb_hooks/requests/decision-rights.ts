import { type QueryParams, queryRow, queryRows } from '../lib/sql.ts'
import { isAdmin } from '../lib/users.ts'

// Rules about which users can decide a request now. Without a route: all administrators. At a stage of a route: today's users of the stage,
// from view `step_approvers`, and their substitutes. If the stage has no user who can decide, administrators decide.

const decisionRightColumns = {
  version: '',
  position: 0,
  /** User whose approval the stage requires; empty if one approval of any user is enough. */
  seat: '',
  ownAllowed: 0,
  /** Manager to whose requests the right is limited; empty at stages without a manager, and for requests without one. */
  manager: '',
  /** User whose approval right is exercised; empty if an administrator acts in their place. */
  holder: '',
  holderName: '',
  /** Requester to whose requests the right is limited; empty if it covers all requests. */
  only: '',
}
export type DecisionRight = typeof decisionRightColumns

/** Rights of a user to decide requests, by format version and stage. */
export interface DecisionRights {
  me: string
  isAdmin: boolean
  all: DecisionRight[]
}

const ownRightsQuery = `SELECT version, position, seat, ownAllowed, step_powers.manager, holder, users.name AS holderName, '' AS only
  FROM step_powers JOIN users ON users.id = holder WHERE person = {:me}`

/**
 * Query for seats that administrators fill: seats of `step_seats` without a user who may decide. `only`: requester whose own requests no user may decide, because each
 * right is theirs or exercised for them.
 */
const vacantSeatsQuery = `WITH power AS MATERIALIZED (SELECT * FROM step_powers)
  SELECT version, position, seat, ownAllowed, manager, '' AS holder, '' AS holderName, only FROM (
    SELECT version, position, seat, ownAllowed, manager, '' AS only FROM step_seats
    UNION SELECT version, position, seat, ownAllowed, manager, person FROM power
    UNION SELECT version, position, seat, ownAllowed, manager, holder FROM power) AS seats
  WHERE (version, position, seat, manager) IN (SELECT version, position, seat, manager FROM step_seats) AND NOT EXISTS (SELECT 1 FROM power WHERE (power.version, power.position, power.seat, power.manager) = (seats.version, seats.position, seats.seat, seats.manager)
    AND (power.ownAllowed OR only NOT IN (power.person, power.holder)))`

export function getDecisionRights(app: CoreApp, caller: core.Record): DecisionRights {
  if (!hasRequestsAtRouteStage(app)) return { me: caller.id, isAdmin: isAdmin(caller), all: [] }
  const sql = isAdmin(caller) ? `${ownRightsQuery} UNION ALL SELECT * FROM (${vacantSeatsQuery})` : ownRightsQuery
  return { me: caller.id, isAdmin: isAdmin(caller), all: queryRows(app, sql, { me: caller.id }, decisionRightColumns) }
}

/** Returns whether any request is at a stage of a route. In most installations there are no routes. */
export function hasRequestsAtRouteStage(app: CoreApp): boolean {
  return queryRow(app, 'SELECT 1 AS n FROM requests WHERE step > 0 LIMIT 1', {}, { n: 0 }) !== undefined
}

interface StagedRequest {
  owner: string
  formatVersion: string
  step: number
  /** Manager who decides the stage; `undefined` for any. */
  manager: string | undefined
}

/**
 * Returns the user's rights over a request at its current stage. Excludes rights of seats in `taken`, whose approval is
 * already recorded.
 */
export function getRightsOverRequest(
  { me, all }: DecisionRights,
  request: StagedRequest,
  taken: readonly string[] = [],
): DecisionRight[] {
  const { owner, formatVersion, step, manager: needed } = request
  return all.filter(
    ({ version, position, seat, ownAllowed, manager, holder, only }) =>
      version === formatVersion &&
      position === step &&
      (needed === undefined || manager === needed) &&
      (ownAllowed === 1 || (owner !== me && owner !== holder)) &&
      (only === '' || only === owner) &&
      !(seat !== '' && taken.includes(seat)),
  )
}

/**
 * Returns the users who can decide requests of these format versions at any stage. Omits managers who decide none of
 * the requests `ids`.
 */
export function findApprovers(app: CoreApp, versions: ReadonlySet<string>, ids: readonly string[]): string[] {
  if (versions.size === 0) return []
  const query = `SELECT DISTINCT person FROM step_approvers WHERE version IN (SELECT value FROM json_each({:versions}))
    AND (manager = '' OR manager IN (SELECT requests.manager FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))))`
  const params = { versions: JSON.stringify([...versions]), ids: JSON.stringify(ids) }
  return queryRows(app, query, params, { person: '' }).map(({ person }) => person)
}

/** Maps each request id to the users whose approval is recorded at its current stage. */
export function getRecordedApprovals(app: CoreApp, ids: string[]): Map<string, string[]> {
  const found = queryRows(
    app,
    `SELECT requests.id AS request, done.holder FROM requests JOIN request_decisions AS done ON done.request = requests.id
     WHERE requests.id IN (SELECT value FROM json_each({:ids})) AND requests.step > 0
       AND done.position = requests.step AND done.counts AND done.action = 'approve'`,
    { ids: JSON.stringify(ids) },
    { request: '', holder: '' },
  )
  const seats = new Map<string, string[]>()
  for (const { request, holder } of found) seats.set(request, [...(seats.get(request) ?? []), holder])
  return seats
}

/** Returns those of the given requests that the user decided at any stage. */
export function findDecidedRequests(app: CoreApp, person: string, ids: string[]): Set<string> {
  const found = queryRows(
    app,
    'SELECT DISTINCT request FROM request_decisions WHERE person = {:person} AND request IN (SELECT value FROM json_each({:ids}))',
    { person, ids: JSON.stringify(ids) },
    { request: '' },
  )
  return new Set(found.map(({ request }) => request))
}

/**
 * Returns whether a right covers all requests of its stage except the user's own. Otherwise, each request is checked.
 */
const coversWholeStage = ({ me }: DecisionRights, { seat, holder, only, ownAllowed }: DecisionRight) =>
  seat === '' && only === '' && (ownAllowed === 1 || holder === me || holder === '')

/** Returns the parameters of `decidableCondition` and `buildDecidableAtStageCondition`. The SQL text is the same for all users; only the parameters differ. */
export function buildDecidableQueryParams(powers: DecisionRights): QueryParams {
  const stages = (some: DecisionRight[]) =>
    JSON.stringify(some.map(({ version, position, manager }) => [version, position, manager]))
  const plain = powers.all.filter((each) => coversWholeStage(powers, each))
  return {
    me: powers.me,
    isAdmin: powers.isAdmin ? 1 : 0,
    reach: stages(powers.all),
    plain: stages(plain),
    free: stages(plain.filter(({ ownAllowed }) => ownAllowed === 1)),
    particular: JSON.stringify(powers.all.filter((each) => !coversWholeStage(powers, each))),
  }
}

const stageColumns = '(requests.formatVersion, requests.step, requests.manager)'
const stagesIn = (name: string) => `(SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each({:${name}}))`

const recordedApprovalsQuery = `SELECT holder FROM request_decisions AS done
  WHERE done.request = requests.id AND done.position = requests.step AND done.counts AND done.action = 'approve'`

/** Returns an SQL condition: the user can decide the request at its stage. Finds the user's stages by index. `seatIsOpen`: condition on seats. */
const buildStageCondition = (seatIsOpen: string) => `requests.step > 0 AND ${stageColumns} IN ${stagesIn('reach')}
  AND ((${stageColumns} IN ${stagesIn('plain')} AND (requests.owner != {:me} OR ${stageColumns} IN ${stagesIn('free')}))
    OR EXISTS (SELECT 1 FROM json_each({:particular}) WHERE value ->> 'version' = requests.formatVersion
      AND value ->> 'position' = requests.step AND value ->> 'manager' = requests.manager AND value ->> 'only' IN ('', requests.owner)
      AND (value ->> 'ownAllowed' OR requests.owner NOT IN ({:me}, value ->> 'holder')) AND ${seatIsOpen}))`

const decidableAtStep = buildStageCondition(
  `(value ->> 'seat' = '' OR value ->> 'seat' NOT IN (${recordedApprovalsQuery}))`,
)

/** SQL condition: the user approves the request's stage. Unlike `decidableAtStep`, includes requests that the user has already approved. */
export const stageApproverCondition = buildStageCondition('TRUE')

/**
 * Faster condition for most users, whose rights cover whole stages but no own requests. It matters with 100,000
 * requests.
 */
const simpleStageCondition = `requests.step > 0 AND ${stageColumns} IN ${stagesIn('plain')} AND requests.owner != {:me}`

/** Returns whether the user has a seat at a stage that requires the approval of each of its users. */
export const hasUnanimousStage = ({ all }: DecisionRights) => all.some(({ seat }) => seat !== '')

export function buildDecidableAtStageCondition(powers: DecisionRights): string {
  const isSimple = powers.all.every((power) => coversWholeStage(powers, power) && power.ownAllowed === 0)
  return isSimple ? simpleStageCondition : hasUnanimousStage(powers) ? decidableAtStep : stageApproverCondition
}

/** SQL condition: the user can decide the request now, at a stage of a route or as an administrator. */
export const decidableCondition = `(CASE WHEN requests.step = 0 THEN {:isAdmin} AND requests.status = 'submitted' ELSE ${decidableAtStep} END)`

export function canDecide(app: CoreApp, caller: core.Record, id: string): boolean {
  const query = `SELECT 1 AS n FROM requests WHERE id = {:id} AND ${decidableCondition}`
  return (
    queryRow(app, query, { id, ...buildDecidableQueryParams(getDecisionRights(app, caller)) }, { n: 0 }) !== undefined
  )
}

/**
 * Maps each user to the number of requests that the user can decide. `selected`: query for request ids, each with the number of requests that it stands
 * for.
 */
export function countPendingByUser(app: CoreApp, selected: string, params: QueryParams): Map<string, number> {
  const open = (seat: string) => `(${seat} = '' OR ${seat} NOT IN (${recordedApprovalsQuery}))`
  const found = queryRows(
    app,
    `WITH selected (request, n) AS (${selected}), power AS MATERIALIZED (SELECT * FROM step_powers), seat AS MATERIALIZED (SELECT * FROM step_seats), asked AS MATERIALIZED (
       SELECT id, owner, formatVersion, step, manager, n FROM selected CROSS JOIN requests ON id = request WHERE +status = 'submitted')
     SELECT person, sum(n) AS n FROM (
       SELECT requests.id AS request, n, power.person AS person FROM asked AS requests
       JOIN power ON (power.version, power.position, power.manager) = ${stageColumns}
       WHERE (power.ownAllowed OR requests.owner NOT IN (power.person, power.holder)) AND ${open('power.seat')}
     UNION SELECT requests.id, n, users.id FROM asked AS requests JOIN users ON users.isActive AND users.role = '_admin'
       WHERE requests.step = 0 OR EXISTS (
         SELECT 1 FROM seat AS vacant WHERE (vacant.version, vacant.position, vacant.manager) = ${stageColumns} AND ${open('vacant.seat')}
           AND (vacant.ownAllowed OR users.id != requests.owner)
           AND NOT EXISTS (SELECT 1 FROM power AS left WHERE (left.version, left.position, left.seat, left.manager) = (vacant.version, vacant.position, vacant.seat, vacant.manager)
             AND (vacant.ownAllowed OR requests.owner NOT IN (left.person, left.holder))))) GROUP BY person`,
    params,
    { person: '', n: 0 },
  )
  return new Map(found.map(({ person, n }) => [person, n]))
}

export function countPendingAmong(app: CoreApp, ids: string[]): Map<string, number> {
  if (ids.length === 0) return new Map()
  return countPendingByUser(app, 'SELECT value, 1 FROM json_each({:ids})', { ids: JSON.stringify(ids) })
}

/** Counts like `countPendingByUser` in a batch. Checks one request of each stage, because all are alike and a batch can have thousands. */
export const countPendingInBatch = (app: CoreApp, batch: string): Map<string, number> =>
  countPendingByUser(
    app,
    `SELECT max(id), count(*) FROM requests
     WHERE batch = {:batch} AND batch != '' AND status = 'submitted' GROUP BY formatVersion, step, manager`,
    { batch },
  )
