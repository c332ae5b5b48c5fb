import type { Values } from '../../../src/domain/fields/field.ts'
import type { RouteStage } from '../../../src/domain/formats/route.ts'
import { requestActions } from '../../../src/domain/requests/actions.ts'
import { getApplicableStages } from '../../../src/domain/requests/applicable-stages.ts'
import { getCurrentApiKeyName } from '../../lib/api-key.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { executeSql } from '../../lib/sql.ts'
import type { DecisionRight } from '../decision-rights.ts'
import type { ActionCall, ActionRequest, RecordedDecision, RequestChange } from './action.ts'

/** Stage of a request after an action, with details for the history. */
interface NextStage {
  /** Position of the stage, from 1; 0 if no further decision is required. */
  step: number
  details: { next?: string; passedOver?: string[] }
}

/** Returns the first stage after `position` whose condition is met. `position` 0: start of the route. */
export function findNextStage(route: readonly RouteStage[], values: Values, position = 0): NextStage {
  const next = getApplicableStages(route, values).find((step) => step.position > position)
  const passedOver = route.slice(position, next ? next.position - 1 : undefined).map(({ name }) => name)
  return {
    step: next?.position ?? 0,
    details: { ...(next && { next: next.name }), ...(passedOver.length > 0 && { passedOver }) },
  }
}

export const requestValueSqlColumns = { id: '', values: '' }

/** Sets the first stage of new requests, according to their values. */
export function setInitialStages(
  tx: CoreApp,
  { route }: { route: RouteStage[] },
  made: (typeof requestValueSqlColumns)[],
) {
  const steps = made.map(({ id, values }) => ({ id, step: findNextStage(route, parseStoredJson(values, {})).step }))
  executeSql(
    tx,
    `UPDATE requests SET step = given.step
     FROM (SELECT value ->> 'id' AS id, value ->> 'step' AS step FROM json_each({:steps})) AS given
     WHERE requests.id = given.id AND given.step > 0`,
    { steps: JSON.stringify(steps) },
  )
}

/** Columns with which a request leaves its stage; empty if it is at no stage. */
export const leaveStage = ({ step }: ActionRequest): Record<string, number> => (step ? { step: 0 } : {})

/** Returns the change of a decision: its columns, and the record of its stage. */
export function decide(call: ActionCall, request: ActionRequest): RequestChange {
  const { action, reason } = call
  const me = call.caller.id
  const { to: status = request.status } = requestActions[action]
  const set = { status, reason, reviewer: me, decidedAt: formatTimestamp(), ...leaveStage(request) }
  const stage = getStage(request)
  if (!stage) return { set }
  const { id, step: position } = request
  const used = getExercisedRights(stage, request.rights, me)
  const decisions = used.map(({ holder, seat }) => ({
    request: id,
    position,
    action,
    person: me,
    holder: seat || holder,
    vacant: holder === '',
  }))
  return { set, details: buildStageDetails(stage, used, me), decisions }
}

/** Returns the stage that a request is at after an approval by the caller. `undefined` if the request has no route. */
export function findStageAfterApproval(request: ActionRequest): NextStage | undefined {
  const { step, rights, approvals, values, version } = request
  const stage = getStage(request)
  if (!stage) return undefined
  // If each user of the stage must approve, no approval may be missing.
  const seats = [...approvals, ...rights.map(({ seat }) => seat)]
  const isComplete = !stage.all || (stage.people ?? []).every((user) => seats.includes(user))
  return isComplete ? findNextStage(version.route, values, step) : { step, details: {} }
}

const getStage = ({ step, version }: ActionRequest): RouteStage | undefined => version.route[step - 1]

/**
 * Returns the rights that a decision uses. If the stage requires each of its users, these are all rights of the caller. Otherwise it is a
 * single right, preferably the caller's own.
 */
function getExercisedRights({ all }: RouteStage, rights: DecisionRight[], me: string): DecisionRight[] {
  return all ? rights : [rights.find(({ holder }) => holder === me) ?? rights[0]].filter((right) => right !== undefined)
}

/** Returns details for the history: substituted users, and whether an administrator decided because the stage had no active approver. */
function buildStageDetails({ name }: RouteStage, used: DecisionRight[], me: string) {
  const others = used.flatMap(({ holder, holderName }) => (holder && holder !== me ? holderName : []))
  return {
    step: name,
    ...(others.length > 0 && { inPlaceOf: others }),
    ...(used.some(({ holder }) => holder === '') && { vacant: true }),
  }
}

export function saveStageDecisions(tx: CoreApp, decisions: RecordedDecision[]) {
  if (!decisions.length) return
  executeSql(
    tx,
    `INSERT INTO request_decisions (id, request, position, action, person, holder, vacant, keyName, counts, created, updated)
     SELECT substr(lower(hex(randomblob(8))), 2), value ->> 'request', value ->> 'position', value ->> 'action', value ->> 'person',
       value ->> 'holder', value ->> 'vacant', {:keyName}, TRUE, {:now}, {:now} FROM json_each({:decisions})`,
    { now: formatTimestamp(), keyName: getCurrentApiKeyName() ?? '', decisions: JSON.stringify(decisions) },
  )
}

/** Stops counting earlier approvals of requests that start their route again. The approvals remain in the history. */
export function resetApprovals(tx: CoreApp, ids: string[]) {
  if (!ids.length) return
  executeSql(
    tx,
    `UPDATE request_decisions SET counts = FALSE WHERE counts AND request IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(ids) },
  )
}
