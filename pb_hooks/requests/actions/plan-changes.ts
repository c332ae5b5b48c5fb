import type { ErrorCode } from '../../../src/domain/errors.ts'
import { isActionAllowed, type RequestState } from '../../../src/domain/requests/actions.ts'
import type { ActionCall, ActionPlan, ActionRequest, Refusal, RequestChange } from './action.ts'

/** Returns why the caller may not perform the action on a request now; `undefined` if allowed. */
export function findRefusal({ action, revision }: ActionCall, request: ActionRequest): ErrorCode | undefined {
  if (request.hasMovedOn) return 'request.changed'
  if (!request.isVisible) return 'request.notFound'
  if (!request.role) return 'request.forbidden'
  if (!isActionAllowed(action, request as RequestState)) return 'request.transition'
  if (revision !== undefined && revision !== request.revision) return 'request.changed'
  return undefined
}

interface ChangeRules {
  findRefusal(request: ActionRequest): ErrorCode | undefined
  /** Returns the change of a request that is not refused; a refusal if its values have errors. */
  change(request: ActionRequest): RequestChange | Refusal
}

/** Plans each request on its own, in the order of `ids`. */
export function planChanges(
  ids: string[],
  requests: ReadonlyMap<string, ActionRequest>,
  rules: ChangeRules,
): ActionPlan {
  const plan: ActionPlan = { changes: [], skipped: [] }
  for (const id of ids) {
    const request = requests.get(id)
    const code = request ? rules.findRefusal(request) : 'request.notFound'
    if (!request || code) {
      plan.skipped.push({ id, code: code ?? 'request.notFound' })
      continue
    }
    const change = rules.change(request)
    if ('code' in change) {
      plan.skipped.push({ id, ...change })
      continue
    }
    const { owner, number, status: from, formatVersion, version } = request
    const status = String(change.set.status ?? from)
    plan.changes.push({ id, owner, number, from, status, format: version.name, formatVersion, ...change })
  }
  return plan
}
