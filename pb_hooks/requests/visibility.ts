import { createErrorResponse, getPathId } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { isAdmin } from '../lib/users.ts'
import { findDecidedRequests, getDecisionRights, getRightsOverRequest } from './decision-rights.ts'

/** Reason why a user sees a request. A `reader` decided an earlier stage. */
export type VisibilityScope = 'owner' | 'admin' | 'approver' | 'reader'

interface VisibleRequest {
  request: core.Record
  visibility: VisibilityScope
}

/**
 * Returns the request of the path if the caller may see it; refuses with 404 otherwise. Visible to the requester, administrators, approvers of
 * the current stage and users who decided an earlier stage.
 */
export function requireVisibleRequest(app: CoreApp, e: core.RequestEvent, caller: core.Record): VisibleRequest {
  return requireVisibleRequestById(app, getPathId(e), caller)
}

export function requireVisibleRequestById(app: CoreApp, id: string, caller: core.Record): VisibleRequest {
  const request = app.findRecordsByIds('requests', [id])[0]
  const visibility = request && getVisibility(app, request, caller)
  if (!request || !visibility) throw createErrorResponse('request.notFound', 404)
  return { request, visibility }
}

export function canReadRequest(app: CoreApp, user: core.Record, id: string): boolean {
  const request = app.findRecordsByIds('requests', [id])[0]
  return Boolean(request && getVisibility(app, request, user))
}

function getVisibility(app: CoreApp, request: core.Record, caller: core.Record): VisibilityScope | undefined {
  if (isAdmin(caller)) return 'admin'
  if (canDecideStage(app, request, caller)) return 'approver'
  if (request.getString('owner') === caller.id) return 'owner'
  return findDecidedRequests(app, caller.id, [request.id]).size > 0 ? 'reader' : undefined
}

/** Returns whether the request is at a stage that the user may decide, including requests that the user has already approved. */
function canDecideStage(app: CoreApp, request: core.Record, caller: core.Record): boolean {
  const step = request.getInt('step')
  if (step === 0) return false
  const at = {
    owner: request.getString('owner'),
    formatVersion: request.getString('formatVersion'),
    step,
    manager: request.getString('manager'),
  }
  return getRightsOverRequest(getDecisionRights(app, caller), at).length > 0
}

/** Returns whether the user decides a stage in any version of this format. */
export function canDecideFormat(app: CoreApp, format: string, caller: core.Record): boolean {
  const query = `SELECT 1 AS n FROM step_approvers JOIN format_versions ON format_versions.id = step_approvers.version
    WHERE person = {:me} AND format = {:format} LIMIT 1`
  return isAdmin(caller) || queryRow(app, query, { me: caller.id, format }, { n: 0 }) !== undefined
}
