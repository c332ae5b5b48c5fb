import type { Field, Values } from '../../src/domain/fields/field.ts'
import { validateValues } from '../../src/domain/fields/values.ts'
import type { RouteStage } from '../../src/domain/formats/route.ts'
import { getApplicableStages } from '../../src/domain/requests/applicable-stages.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import { previewSchema } from '../../src/domain/requests/request-input.ts'
import type { RequestRoute, RouteStageState, StageDecision } from '../../src/domain/requests/request-route.ts'
import { requireReadableVersion } from '../formats/format-access.ts'
import { createRecordChecker, findReadableImport } from '../formats/list-records.ts'
import { findVersion, type PublishedFormatVersion } from '../formats/versions.ts'
import { getValidationContext } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { readInput } from '../lib/http.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'
import { requesterNameSql } from '../links/requester-name.ts'
import { canDecide } from './decision-rights.ts'
import { parseDraftValues } from './drafts/draft-values.ts'
import { requireVisibleRequest } from './visibility.ts'

/**
 * `POST /api/app/requests/preview/route` `{format, formatVersion?, values}` → `{steps}`: returns who would decide a request with these values. Stores
 * nothing. Does not name the manager of any user whose address the caller types, like the route of a draft.
 */
export function previewRequestRoute(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { format, formatVersion, values } = readInput(e, previewSchema)
  const version = requireReadableVersion(e.app, caller, format, formatVersion)
  const request = {
    id: '',
    owner: caller.id,
    status: 'draft' as const,
    step: 0,
    manager: '',
    formatVersion: version.id,
  }
  const checked = validateValues(version.fields, parseDraftValues(JSON.stringify(values)), getValidationContext(e.app))
  return e.json(200, { steps: buildRouteStages(e.app, { ...request, values: checked.values }, version, caller) })
}

/** `GET /api/app/requests/{id}/route` → `RequestRoute`: returns the current stage, the decisions so far and whether the caller can decide. */
export function getRequestRoute(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { request } = requireVisibleRequest(e.app, e, caller)
  return e.json(200, buildRequestRoute(e.app, request, caller))
}

export function buildRequestRoute(app: CoreApp, request: core.Record, caller: core.Record): RequestRoute {
  const version = findVersion(app, request.getString('formatVersion'))
  const query = `SELECT ${requesterNameSql} AS name FROM requests JOIN users ON users.id = owner WHERE requests.id = {:id}`
  const requester = queryRow(app, query, { id: request.id }, { name: '' })
  return {
    ownerName: requester?.name ?? '',
    decidable: canDecide(app, caller, request.id),
    steps: buildRouteStages(
      app,
      {
        id: request.id,
        owner: request.getString('owner'),
        formatVersion: request.getString('formatVersion'),
        status: request.getString('status') as RequestStatus,
        step: request.getInt('step'),
        manager: request.getString('manager'),
        values: parseStoredJson(request.getString('values'), {}),
      },
      version,
      caller,
    ),
  }
}

interface RoutedRequest {
  id: string
  owner: string
  formatVersion: string
  status: RequestStatus
  step: number
  /** Manager who decides the current stage. */
  manager: string
  values: Values
}

function buildRouteStages(
  app: CoreApp,
  request: RoutedRequest,
  version: Pick<PublishedFormatVersion, 'fields' | 'route'> | undefined,
  caller: core.Record,
): RouteStageState[] {
  if (!version?.route.length) return []
  const { fields, route } = version
  const { status, step: at } = request
  const isOwnDraft = (status === 'draft' || status === 'returned') && caller.id === request.owner
  const known = isOwnDraft && !isAdmin(caller) ? listKnownPersonFields(app, fields, request.values, caller) : undefined
  const isHidden = ({ manager }: Pick<RouteStage, 'manager'>) =>
    Boolean(manager?.field && known && !known.has(manager.field))
  const inForce = getApplicableStages(route, request.values).map(({ position }) => position)
  const decisions = groupDecisionsByStage(app, request.id)
  const managers = findManagers(app, request)
  const stateOf = (position: number): RouteStageState['state'] => {
    if (!inForce.includes(position)) return 'skipped'
    if (position === at) return 'current'
    const isPassed = status === 'approved' || (at ? position < at : isApproved(decisions.get(position)))
    return isPassed ? 'passed' : 'waiting'
  }
  const holders = new Set(
    queryRows(app, approversQuery, { version: request.formatVersion, owner: request.owner }, { position: 0 }).map(
      (each) => each.position,
    ),
  )
  const numbered = route.map((stage, index) => ({ ...stage, position: index + 1 }))
  return numbered.map(({ position, name, group, people = [], all = false, ...stage }) => ({
    position,
    name,
    state: stateOf(position),
    manager: isHidden(stage) ? '' : (managers.get(position) ?? null),
    isManagerHidden: isHidden(stage),
    group: (group && findNames(app, 'groups', [group])[0]) ?? '',
    people: findNames(app, 'users', people),
    absent: queryRows(app, absentQuery, { ids: JSON.stringify(people) }, { name: '', substitute: '' }),
    vacant: position >= at && at > 0 && !managers.get(position) && !holders.has(position),
    all,
    decisions: decisions.get(position) ?? [],
  }))
}

/**
 * Returns the keys of the fields that are empty, or name the caller, or a person of a list from which the caller may choose. Before sending a request,
 * the caller may learn who manages only these people.
 */
function listKnownPersonFields(app: CoreApp, fields: readonly Field[], values: Values, caller: core.Record) {
  const own = fields.filter(({ key }) =>
    ['', caller.email().toLowerCase()].includes(String(values[key] ?? '').toLowerCase()),
  )
  const open = fields.filter(({ list }) => list?.fixed && findReadableImport(app, caller.id, list.id) !== undefined)
  const checked = fields.map(({ list, ...field }) =>
    open.some(({ key }) => key === field.key) ? { ...field, list } : field,
  )
  const errors = open.length ? createRecordChecker(app, checked, getValidationContext(app))(values, caller.id) : {}
  const chosen = open.flatMap(({ key, list }) =>
    errors[key] ? [] : [key, ...(list?.fills ?? []).map((each) => each.key)],
  )
  return new Set([...own.map(({ key }) => key), ...chosen.filter((key) => !errors[key])])
}

/**
 * Maps the position of each stage that a manager decides to the manager's name; empty if the person has no active manager,
 * or if the manager is the requester and may not decide own requests.
 */
function findManagers(app: CoreApp, { owner, formatVersion, step, manager, values }: RoutedRequest) {
  const query = `SELECT position, ifnull(manager.name, '') AS name FROM manager_stages AS stage
    LEFT JOIN users AS person ON person.id = iif(field = '', {:owner},
      (SELECT id FROM users WHERE email = json_extract({:values}, '$.' || field) COLLATE NOCASE))
    LEFT JOIN users AS manager ON manager.id = iif(position = {:step}, {:manager}, person.manager)
      AND manager.isActive AND (manager.id != {:owner} OR ownAllowed)
    WHERE version = {:version}`
  const params = { owner, version: formatVersion, step, manager, values: JSON.stringify(values) }
  return new Map(queryRows(app, query, params, { position: 0, name: '' }).map(({ position, name }) => [position, name]))
}

const approversQuery = `SELECT DISTINCT position FROM step_approvers
  WHERE version = {:version} AND manager = '' AND (ownAllowed OR {:owner} NOT IN (person, holder))`

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
