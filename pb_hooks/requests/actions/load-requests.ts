import type { Values } from '../../../src/domain/fields/field.ts'
import { getActorRole, isDecision } from '../../../src/domain/requests/actions.ts'
import type { Role } from '../../../src/domain/users/role.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { getIds } from '../../lib/record-id.ts'
import { isRouteApprover } from '../../lib/route-approvers.ts'
import { queryRows } from '../../lib/sql.ts'
import { isAdmin } from '../../lib/users.ts'
import {
  findDecidedRequests,
  getDecisionRights,
  getRecordedApprovals,
  getRightsOverRequest,
} from '../decision-rights.ts'
import {
  type ActionCall,
  type ActionHandler,
  type ActionRequest,
  planChanges,
  type Refusal,
  type RequestChange,
  requestColumnDefaults,
} from './action.ts'

type StoredRequest = typeof requestColumnDefaults & { values: Values }

/** Returns a plan that changes each request on its own, without comparing it with others. */
export const planEach =
  (change: (call: ActionCall, request: ActionRequest) => RequestChange | Refusal): ActionHandler['plan'] =>
  (tx, call, ids) =>
    planChanges(call, ids, loadRequests(tx, call, ids), { change: (request) => change(call, request) })

/** Loads requests with their versions and the caller's rights, by id. Asks for the rights only if a request is at a stage of a route. */
export function loadRequests(tx: CoreApp, call: ActionCall, ids: string[]): ReadonlyMap<string, ActionRequest> {
  const { action, caller, versionOf } = call
  const user = { id: caller.id, role: caller.getString('role') as Role }
  const stored = queryStoredRequests(tx, call, ids)
  const seenStage = ({ id, step }: StoredRequest) => (isDecision(action) ? (call.seenStages.get(id) ?? step) : step)
  const routed = stored.filter((request) => request.step > 0 || seenStage(request) > 0)
  const rights = routed.length ? getDecisionRights(tx, caller) : { me: user.id, isAdmin: isAdmin(caller), all: [] }
  const approvals = rights.all.some(({ seat }) => seat) ? getRecordedApprovals(tx, getIds(routed)) : undefined
  /** Returns whether the caller approves this stage. Unlike `getDecisionRights`, also covers versions without pending requests. */
  const approvesStage = ({ owner, formatVersion }: StoredRequest, position: number) =>
    owner !== user.id &&
    !rights.all.some(({ version }) => version === formatVersion) &&
    isRouteApprover(tx, user.id, 'version.id = {:formatVersion} AND step.key + 1 = {:position}', {
      formatVersion,
      position,
    })
  let decidedBefore: Set<string> | undefined
  const hasDecided = (id: string) => {
    decidedBefore ??= findDecidedRequests(tx, user.id, getIds(stored))
    return decidedBefore.has(id)
  }
  const loaded = stored.flatMap((request): ActionRequest[] => {
    const { id, owner, step } = request
    const version = versionOf(tx, request.formatVersion)
    if (!version) return []
    const recorded = approvals?.get(id) ?? []
    const used = getRightsOverRequest(rights, request, recorded)
    const seen = seenStage(request)
    const decides = step > 0 ? used.length > 0 : undefined
    return [
      {
        ...request,
        version,
        // Only users who could decide one of both stages get this information.
        hasMovedOn:
          seen !== step &&
          (used.length > 0 ||
            getRightsOverRequest(rights, { ...request, step: seen, manager: undefined }).length > 0 ||
            approvesStage(request, seen)),
        isVisible:
          rights.isAdmin || owner === user.id || getRightsOverRequest(rights, request).length > 0 || hasDecided(id),
        role: getActorRole(action, { ...user, decides }, owner),
        rights: used,
        approvals: recorded,
      },
    ]
  })
  return new Map(loaded.map((request) => [request.id, request]))
}

function queryStoredRequests(tx: CoreApp, { action }: ActionCall, ids: string[]): StoredRequest[] {
  const found = queryRows(
    tx,
    `SELECT id, owner, formatVersion, status, number, revision, documentStatus, documentNumber, finality, annulledAt, privacy, step, manager,
       iif({:action} IN ('submit', 'reopen') OR step > 0, "values", '') AS "values"
     FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))`,
    { action, ids: JSON.stringify(ids) },
    { ...requestColumnDefaults, values: '' },
  )
  return found.map((request) => ({ ...request, values: parseStoredJson<Values>(request.values, {}) }))
}
