import { isAdmin } from '../lib/people.ts'
import { type Params, row, rows } from '../lib/sql.ts'

// The one owner of who may decide a request now. Without a route: any administrator. At a stage of a route: the users of the stage today, by the
// view `step_deciders`, and their substitutes; an administrator if no user of the stage can decide it.

const power = {
  version: '',
  position: 0,
  /** User whose approval the stage requires; empty if one approval of any user is enough. */
  seat: '',
  ownAllowed: 0,
  /** User whose approval right is exercised; empty if an administrator acts in their place. */
  holder: '',
  holderName: '',
  /** Owner whose requests the right is limited to; empty for all. */
  only: '',
}
export type Power = typeof power

/** Rights of a user to decide, by version and stage. */
export interface Powers {
  me: string
  isAdmin: boolean
  all: Power[]
}

const own = `SELECT version, position, seat, ownAllowed, holder, users.name AS holderName, '' AS only
  FROM step_deciders JOIN users ON users.id = holder WHERE person = {:me}`

/** Seats without a user who can decide, or whose only user may not decide own requests. Administrators fill them. */
const vacant = `SELECT seats.version, seats.position, seats.seat, seats.ownAllowed, '' AS holder, '' AS holderName,
  ifnull(max(holders.holder), '') AS only
  FROM step_seats AS seats LEFT JOIN step_holders AS holders USING (version, position, seat)
  GROUP BY seats.version, seats.position, seats.seat
  HAVING count(DISTINCT holders.holder) = 0 OR (count(DISTINCT holders.holder) = 1 AND NOT seats.ownAllowed)`

export function powersOf(app: CoreApp, asker: core.Record): Powers {
  if (!isAnyAtStep(app)) return { me: asker.id, isAdmin: isAdmin(asker), all: [] }
  const sql = isAdmin(asker) ? `${own} UNION ALL SELECT * FROM (${vacant})` : own
  return { me: asker.id, isAdmin: isAdmin(asker), all: rows(app, sql, { me: asker.id }, power) }
}

/** Returns whether any request is at a stage of a route. Most installations have no routes. */
export function isAnyAtStep(app: CoreApp): boolean {
  return row(app, 'SELECT 1 AS n FROM requests WHERE step > 0 LIMIT 1', {}, { n: 0 }) !== undefined
}

interface AtStep {
  owner: string
  formatVersion: string
  step: number
}

/** Rights of a user over a request at its stage, without those whose seat is taken. */
export function powersOver({ me, all }: Powers, request: AtStep, taken: readonly string[] = []): Power[] {
  const { owner, formatVersion, step } = request
  return all.filter(
    ({ version, position, seat, ownAllowed, holder, only }) =>
      version === formatVersion &&
      position === step &&
      (ownAllowed === 1 || (owner !== me && owner !== holder)) &&
      (only === '' || only === owner) &&
      !(seat !== '' && taken.includes(seat)),
  )
}

/** Users who can decide requests of these versions at their stages. */
export function peopleOf(app: CoreApp, versions: ReadonlySet<string>): string[] {
  if (versions.size === 0) return []
  const query = 'SELECT DISTINCT person FROM step_deciders WHERE version IN (SELECT value FROM json_each({:versions}))'
  return rows(app, query, { versions: JSON.stringify([...versions]) }, { person: '' }).map(({ person }) => person)
}

/** Maps each request id to the users whose approval is recorded at its current stage. */
export function takenSeats(app: CoreApp, ids: string[]): Map<string, string[]> {
  const found = rows(
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

/** Those of these requests at one of whose stages a user decided, and which that user may read. */
export function decidedBy(app: CoreApp, person: string, ids: string[]): Set<string> {
  const found = rows(
    app,
    'SELECT DISTINCT request FROM request_decisions WHERE person = {:person} AND request IN (SELECT value FROM json_each({:ids}))',
    { person, ids: JSON.stringify(ids) },
    { request: '' },
  )
  return new Set(found.map(({ request }) => request))
}

/** Some powers are over all requests of their step but one's own; the others are looked at request by request. */
const isPlain = ({ me }: Powers, { seat, holder, only, ownAllowed }: Power) =>
  seat === '' && only === '' && (ownAllowed === 1 || holder === me || holder === '')

/** What `decidableBy` asks, as SQL of `requests` that does not change from person to person. */
export function paramsOf(powers: Powers): Params {
  const pairs = (some: Power[]) => JSON.stringify(some.map(({ version, position }) => [version, position]))
  const plain = powers.all.filter((each) => isPlain(powers, each))
  return {
    me: powers.me,
    isAdmin: powers.isAdmin ? 1 : 0,
    reach: pairs(powers.all),
    plain: pairs(plain),
    free: pairs(plain.filter(({ ownAllowed }) => ownAllowed === 1)),
    particular: JSON.stringify(powers.all.filter((each) => !isPlain(powers, each))),
  }
}

const place = '(requests.formatVersion, requests.step)'
const pairsIn = (name: string) => `(SELECT value ->> 0, value ->> 1 FROM json_each({:${name}}))`

/** Whose approval counts at the step where the request stands. */
const taken = `SELECT holder FROM request_decisions AS done
  WHERE done.request = requests.id AND done.position = requests.step AND done.counts AND done.action = 'approve'`

/** Requests at a step that somebody may decide: those of his steps are found by their index. */
const atStepWhere = (seatIsOpen: string) => `requests.step > 0 AND ${place} IN ${pairsIn('reach')}
  AND ((${place} IN ${pairsIn('plain')} AND (requests.owner != {:me} OR ${place} IN ${pairsIn('free')}))
    OR EXISTS (SELECT 1 FROM json_each({:particular}) WHERE value ->> 'version' = requests.formatVersion
      AND value ->> 'position' = requests.step AND value ->> 'only' IN ('', requests.owner)
      AND (value ->> 'ownAllowed' OR requests.owner NOT IN ({:me}, value ->> 'holder')) AND ${seatIsOpen}))`

const decidableAtStep = atStepWhere(`(value ->> 'seat' = '' OR value ->> 'seat' NOT IN (${taken}))`)

/** The same whether or not he has approved already: who may decide is then told by whose step and whose request it is. */
export const decidableInTurn = atStepWhere('TRUE')

/** The same of somebody whose steps are all his own or his group's, as most are: less is asked of each of a hundred thousand. */
const plainlyAtStep = `requests.step > 0 AND ${place} IN ${pairsIn('plain')} AND requests.owner != {:me}`

/** Whether each of several people has to approve at a step of his. */
export const hasSeats = ({ all }: Powers) => all.some(({ seat }) => seat !== '')

export function decidableAtStepFor(powers: Powers): string {
  const isSimple = powers.all.every((power) => isPlain(powers, power) && power.ownAllowed === 0)
  return isSimple ? plainlyAtStep : hasSeats(powers) ? decidableAtStep : decidableInTurn
}

/** SQL condition: the user can decide the request now. */
export const decidable = `(CASE WHEN requests.step = 0 THEN {:isAdmin} AND requests.status = 'submitted' ELSE ${decidableAtStep} END)`

/** Returns whether a user can decide a request now. */
export function mayDecide(app: CoreApp, asker: core.Record, id: string): boolean {
  const query = `SELECT 1 AS n FROM requests WHERE id = {:id} AND ${decidable}`
  return row(app, query, { id, ...paramsOf(powersOf(app, asker)) }, { n: 0 }) !== undefined
}

/** Maps each user to the number of requests of a query that the user can decide. `ids`: query of request ids. */
export function waitingIn(app: CoreApp, ids: string, params: Params): Map<string, number> {
  const open = (seat: string) => `(${seat} = '' OR ${seat} NOT IN (${taken}))`
  const found = rows(
    app,
    `WITH asked AS MATERIALIZED (SELECT id, owner, formatVersion, step FROM requests WHERE id IN (${ids}) AND +status = 'submitted')
     SELECT person, count(*) AS n FROM (
       SELECT requests.id AS request, power.person AS person FROM asked AS requests
       JOIN step_deciders AS power ON (power.version, power.position) = ${place}
       WHERE (power.ownAllowed OR requests.owner NOT IN (power.person, power.holder)) AND ${open('power.seat')}
     UNION SELECT requests.id, users.id FROM asked AS requests JOIN users ON users.isActive AND users.role = '_admin'
       WHERE requests.step = 0 OR EXISTS (
         SELECT 1 FROM step_seats AS vacant WHERE (vacant.version, vacant.position) = ${place} AND ${open('vacant.seat')}
           AND (vacant.ownAllowed OR users.id != requests.owner)
           AND NOT EXISTS (SELECT 1 FROM step_holders AS left WHERE (left.version, left.position, left.seat) = (vacant.version, vacant.position, vacant.seat)
             AND (vacant.ownAllowed OR left.holder != requests.owner)))) GROUP BY person`,
    params,
    { person: '', n: 0 },
  )
  return new Map(found.map(({ person, n }) => [person, n]))
}

/** The same for these requests. */
export function waitingAmong(app: CoreApp, ids: string[]): Map<string, number> {
  if (ids.length === 0) return new Map()
  return waitingIn(app, 'SELECT value FROM json_each({:ids})', { ids: JSON.stringify(ids) })
}

/** The same for the requests of a batch, which are too many to name: the last one at each stage stands for the others there. */
export function waitingInBatch(app: CoreApp, batch: string): Map<string, number> {
  const found = rows(
    app,
    `SELECT max(id) AS id, count(*) AS n FROM requests
     WHERE batch = {:batch} AND batch != '' AND status = 'submitted' GROUP BY formatVersion, step`,
    { batch },
    { id: '', n: 0 },
  )
  const counts = new Map<string, number>()
  for (const { id, n } of found)
    for (const person of waitingAmong(app, [id]).keys()) counts.set(person, (counts.get(person) ?? 0) + n)
  return counts
}
