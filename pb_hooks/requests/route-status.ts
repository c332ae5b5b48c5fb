import type { NumberedStage } from '../../src/domain/requests/applicable-stages.ts'
import { getApplicableStages } from '../../src/domain/requests/applicable-stages.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import type { RequestRoute, RouteStageState, StageDecision } from '../../src/domain/requests/request-route.ts'
import { findVersion } from '../formats/versions.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRows } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import { canDecide } from './decision-rights.ts'
import { requireVisibleRequest } from './visibility.ts'

/** `GET /api/app/requests/{id}/route` → `RequestRoute`: returns the current stage, the decisions so far and whether the caller can decide. */
export function getRequestRoute(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { request } = requireVisibleRequest(e.app, e, caller)
  return e.json(200, buildRequestRoute(e.app, request, caller))
}

export function buildRequestRoute(app: CoreApp, request: core.Record, caller: core.Record): RequestRoute {
  const route = findVersion(app, request.getString('formatVersion'))?.route ?? []
  const [owner = ''] = findNames(app, 'users', [request.getString('owner')])
  return {
    ownerName: owner,
    decidable: canDecide(app, caller, request.id),
    steps: route.length
      ? buildRouteStages(
          app,
          request,
          route.map((step, index) => ({ ...step, position: index + 1 })),
        )
      : [],
  }
}

function buildRouteStages(app: CoreApp, request: core.Record, route: NumberedStage[]): RouteStageState[] {
  const inForce = getApplicableStages(route, parseStoredJson(request.getString('values'), {})).map(
    ({ position }) => position,
  )
  const decisions = groupDecisionsByStage(app, request.id)
  const status = request.getString('status') as RequestStatus
  const at = request.getInt('step')
  const stateOf = (position: number): RouteStageState['state'] => {
    if (!inForce.includes(position)) return 'skipped'
    if (position === at) return 'current'
    const isPassed = status === 'approved' || (at ? position < at : isApproved(decisions.get(position)))
    return isPassed ? 'passed' : 'waiting'
  }
  const holders = new Set(
    queryRows(
      app,
      decidersQuery,
      { version: request.getString('formatVersion'), owner: request.getString('owner') },
      { position: 0 },
    ).map((each) => each.position),
  )
  return route.map(({ position, name, group, people = [], all = false }) => ({
    position,
    name,
    state: stateOf(position),
    group: (group && findNames(app, 'groups', [group])[0]) ?? '',
    people: findNames(app, 'users', people),
    absent: queryRows(app, absentQuery, { ids: JSON.stringify(people) }, { name: '', substitute: '' }),
    vacant: position >= at && at > 0 && !holders.has(position),
    all,
    decisions: decisions.get(position) ?? [],
  }))
}

const decidersQuery = `SELECT DISTINCT position FROM step_deciders
  WHERE version = {:version} AND (ownAllowed OR {:owner} NOT IN (person, holder))`

const absentQuery = `SELECT users.name, ifnull((SELECT other.name FROM substitutions JOIN users AS other ON other.id = substitutions.substitute
    WHERE substitutions.person = users.id AND other.isActive
      AND (SELECT day FROM civil_today) BETWEEN substitutions."from" AND substitutions."to"), '') AS substitute
  FROM json_each({:ids}) JOIN users ON users.id = value WHERE NOT users.isActive ORDER BY key`

/** Returns decisions since the last submission, by position in the route. */
function groupDecisionsByStage(app: CoreApp, request: string): Map<number, StageDecision[]> {
  const found = queryRows(
    app,
    `SELECT position, action, ifnull(person.name, '') AS personName, iif(holder = done.person, '', ifnull(holder.name, '')) AS inPlaceOf,
       done.vacant, done.keyName, done.created
     FROM request_decisions AS done LEFT JOIN users AS person ON person.id = done.person LEFT JOIN users AS holder ON holder.id = done.holder
     WHERE request = {:request} AND counts ORDER BY done.created, done.rowid`,
    { request },
    { position: 0, action: '', personName: '', inPlaceOf: '', vacant: 0, keyName: '', created: '' },
  )
  const byPosition = new Map<number, StageDecision[]>()
  for (const { position, vacant, ...told } of found) {
    const decision = { ...told, vacant: vacant === 1 } as StageDecision
    byPosition.set(position, [...(byPosition.get(position) ?? []), decision])
  }
  return byPosition
}

const isApproved = (decisions: StageDecision[] = []) => decisions.some(({ action }) => action === 'approve')

/** Returns the names of existing records, in the order of `ids`. */
function findNames(app: CoreApp, table: 'users' | 'groups', ids: string[]): string[] {
  const query = `SELECT name FROM json_each({:ids}) JOIN ${table} ON ${table}.id = value ORDER BY key`
  return queryRows(app, query, { ids: JSON.stringify(ids) }, { name: '' }).map(({ name }) => name)
}
