import type { Values } from '../../../src/domain/fields/field.ts'
import { decisionTypes } from '../../../src/domain/requests/request.ts'
import {
  getActorRole,
  isActionAllowed,
  type RequestAction,
  type RequestState,
} from '../../../src/domain/requests/request-transitions.ts'
import type { Role } from '../../../src/domain/users/role.ts'
import { hasFileFields, loadStoredFiles, type StoredFileLookup } from '../../attachments/file-assignment.ts'
import { createFormatAccessLookup } from '../../formats/format-access.ts'
import type { VersionLoader } from '../../formats/versions.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { isRouteApprover } from '../../lib/route-approvers.ts'
import { queryRows } from '../../lib/sql.ts'
import { isAdmin } from '../../lib/users.ts'
import { findApproverFieldErrors } from '../approver-fields/approver-fields.ts'
import {
  findDecidedRequests,
  getDecisionRights,
  getRecordedApprovals,
  getRightsOverRequest,
} from '../decision-rights.ts'
import { type ActionPlan, type PlannedChange, requestColumnDefaults, type StoredRequest } from './change-types.ts'
import type { DecisionContext } from './decision-context.ts'
import { skipDuplicates } from './duplicates.ts'
import { planRequestChange } from './plan-change.ts'

/** Plans the changes of an action on these requests. A plan that is written must be made in the same transaction. */
export function planAction(tx: CoreApp, context: DecisionContext, ids: string[]): ActionPlan {
  const { action, caller, reason, revision, versionOf } = context
  const person = { id: caller.id, role: caller.getString('role') as Role }
  const found = new Map(loadRequests(tx, action, ids).map((request) => [request.id, request]))
  const files = action === 'submit' ? findRequestFiles(tx, [...found.values()], versionOf) : undefined
  const unfilled = action === 'approve' ? findApproverFieldErrors(tx, [...found.values()], versionOf) : undefined
  const route = rightsAtStages(tx, context, [...found.values()])
  const canRequest = createFormatAccessLookup(tx, caller)
  const plan: ActionPlan = { changes: [], skipped: [] }
  for (const id of ids) {
    const request = found.get(id)
    const version = request && versionOf(tx, request.formatVersion)
    if (!request || !version) {
      plan.skipped.push({ id, code: 'request.notFound' })
    } else if (route.wentOn(request)) {
      plan.skipped.push({ id, code: 'request.changed' })
    } else if (!(isAdmin(caller) || request.owner === caller.id || route.isSeen(request))) {
      plan.skipped.push({ id, code: 'request.notFound' })
    } else if (!getActorRole(action, { ...person, decides: route.decides(request) }, request.owner)) {
      plan.skipped.push({ id, code: 'request.forbidden' })
    } else if (!isActionAllowed(action, request as RequestState)) {
      plan.skipped.push({ id, code: 'request.transition' })
    } else if (revision !== undefined && revision !== request.revision) {
      plan.skipped.push({ id, code: 'request.changed' })
    } else if (action === 'submit' && request.status === 'draft' && !canRequest(version.format)) {
      plan.skipped.push({ id, code: 'format.access' })
    } else {
      const outcome = planRequestChange(action, request, version, { reviewer: caller.id, files, ...route.at(request) })
      const errors = 'code' in outcome ? undefined : unfilled?.(outcome)
      if ('code' in outcome) plan.skipped.push(outcome)
      else if (errors) plan.skipped.push({ id, code: 'request.filled', errors })
      else plan.changes.push(action === 'regenerate' ? outcome : { ...outcome, set: { reason, ...outcome.set } })
    }
  }
  if (action === 'submit' || action === 'reopen')
    skipDuplicates(tx, plan, {
      versionOf: ({ id }) => versionOf(tx, found.get(id)?.formatVersion ?? ''),
      valuesOf: ({ id, set }) => getValues(set) ?? found.get(id)?.values ?? {},
      code: action === 'submit' ? 'request.values' : 'request.duplicate',
    })
  return plan
}

const getValues = ({ values }: PlannedChange['set']) => (typeof values === 'object' ? values : undefined)

/** Returns stored files of the requests; `undefined` if none of their formats has file fields. */
function findRequestFiles(
  tx: CoreApp,
  requests: StoredRequest[],
  versionOf: VersionLoader,
): StoredFileLookup | undefined {
  const withFileFields = requests.flatMap((request) => {
    const fields = versionOf(tx, request.formatVersion)?.fields ?? []
    return hasFileFields(fields) ? [{ fields, values: request.values ?? {} }] : []
  })
  return withFileFields.length ? loadStoredFiles(tx, withFileFields) : undefined
}

/** Returns the caller's rights over requests at stages of a route. Runs no query if there are no such requests. */
function rightsAtStages(tx: CoreApp, { action, caller, seenStages }: DecisionContext, requests: StoredRequest[]) {
  const isDecision = decisionTypes.some((each) => each === action)
  const saw = ({ id, step }: StoredRequest) => (isDecision ? (seenStages.get(id) ?? step) : step)
  const routed = requests.filter((request) => request.step > 0 || saw(request) > 0)
  const ids = routed.map(({ id }) => id)
  const powers = routed.length ? getDecisionRights(tx, caller) : { me: caller.id, isAdmin: isAdmin(caller), all: [] }
  const taken = powers.all.some(({ seat }) => seat) ? getRecordedApprovals(tx, ids) : new Map<string, string[]>()
  const used = (request: StoredRequest) => getRightsOverRequest(powers, request, taken.get(request.id))
  /**
   * Returns whether the caller approves this stage. Unlike `getDecisionRights`, also covers versions without pending requests.
   */
  const decided = ({ owner, formatVersion }: StoredRequest, position: number) =>
    owner !== caller.id &&
    !powers.all.some(({ version }) => version === formatVersion) &&
    isRouteApprover(tx, caller.id, 'version.id = {:formatVersion} AND step.key + 1 = {:position}', {
      formatVersion,
      position,
    })
  let before: Set<string> | undefined
  const decidedBefore = (id: string) => {
    before ??= findDecidedRequests(
      tx,
      caller.id,
      requests.map((request) => request.id),
    )
    return before.has(id)
  }
  return {
    at: (request: StoredRequest) => ({ used: used(request), taken: taken.get(request.id) ?? [] }),
    decides: (request: StoredRequest) => (request.step > 0 ? used(request).length > 0 : undefined),
    isSeen: (request: StoredRequest) => getRightsOverRequest(powers, request).length > 0 || decidedBefore(request.id),
    /**
     * Returns whether the request has left the stage that the client saw. Only users who could decide one of both
     * stages get this information.
     */
    wentOn: (request: StoredRequest) =>
      saw(request) !== request.step &&
      (used(request).length > 0 ||
        getRightsOverRequest(powers, { ...request, step: saw(request) }).length > 0 ||
        decided(request, saw(request))),
  }
}

function loadRequests(tx: CoreApp, action: RequestAction, ids: string[]): StoredRequest[] {
  const found = queryRows(
    tx,
    `SELECT id, owner, formatVersion, status, number, revision, documentStatus, documentNumber, finality, annulledAt, step,
       iif({:action} IN ('submit', 'reopen') OR step > 0, "values", '') AS "values"
     FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))`,
    { action, ids: JSON.stringify(ids) },
    { ...requestColumnDefaults, values: '' },
  )
  return found.map(({ values, ...request }) => ({
    ...request,
    values: values ? parseStoredJson<Values>(values, {}) : undefined,
  }))
}
