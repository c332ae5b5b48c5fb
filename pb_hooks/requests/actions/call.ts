import {
  isDecision,
  isReasonRequired,
  type RequestAction,
  requestActions,
} from '../../../src/domain/requests/actions.ts'
import type { DecisionInput } from '../../../src/domain/requests/decision-input.ts'
import type { Role } from '../../../src/domain/users/role.ts'
import { createVersionCache } from '../../formats/versions.ts'
import { createErrorResponse } from '../../lib/http.ts'
import { generateRecordId } from '../../lib/record-id.ts'
import { validateApproverFieldsInput } from '../approver-fields/save-approver-fields.ts'
import { getDecisionRights, getRightsOverRequest } from '../decision-rights.ts'
import { supportsUndo } from '../undo/undo-window.ts'
import type { ActionCall } from './action.ts'
import { type ActionTarget, findActionTargets } from './targets.ts'

/** Reads and validates the input of a call. The transaction of each chunk checks the caller's rights. */
export function loadCall(app: CoreApp, caller: core.Record, action: RequestAction, asked: DecisionInput): ActionCall {
  refuseSingleOnly(action, asked)
  const reason = asked.reason ?? ''
  const targets = findActionTargets(app, asked, caller)
  if (!reason) requireReason(app, action, caller, targets)
  const versionOf = createVersionCache()
  const [first] = targets
  const filling = first && asked.filled && validateApproverFieldsInput(app, caller, first.id, asked.filled, versionOf)
  return {
    id: generateRecordId(),
    action,
    caller,
    reason,
    notes: getNotes(asked),
    revision: asked.revision,
    targets,
    seenStages: new Map(targets.map(({ id, step }) => [id, asked.step ?? step])),
    versionOf,
    filling,
    isUndoable: asked.undoable === true && supportsUndo(action),
    isConfirmed: false,
  }
}

/** Returns the notes on fields; `undefined` if there are none. */
const getNotes = ({ notes = {} }: DecisionInput) => (Object.keys(notes).length ? notes : undefined)

/** Refuses input that is only allowed for a single request, or only with some actions. */
function refuseSingleOnly(action: RequestAction, asked: DecisionInput) {
  const { filled, revision, step } = asked
  const isOne = asked.ids?.length === 1
  const invalid = {
    revision: revision !== undefined && !isOne,
    step: step !== undefined && !isOne,
    notes: getNotes(asked) !== undefined && !(isOne && action === 'return'),
    filled: filled !== undefined && !(isOne && isDecision(action)),
  }
  for (const [name, isInvalid] of Object.entries(invalid))
    if (isInvalid) throw createErrorResponse('invalid', 400, { [name]: 'invalid' })
}

/**
 * Refuses the call if a required reason is missing. At stages of a route, only approvers need a reason, so the error
 * discloses nothing to other users.
 */
function requireReason(app: CoreApp, action: RequestAction, caller: core.Record, targets: ActionTarget[]) {
  if (!requestActions[action].needsReason.length) return
  const user = { id: caller.id, role: caller.getString('role') as Role }
  const rights = targets.some(({ step }) => step > 0) ? getDecisionRights(app, caller) : undefined
  const isRequired = (target: ActionTarget) => {
    const decides = target.step > 0 && rights ? getRightsOverRequest(rights, target).length > 0 : undefined
    return target.owner !== '' && isReasonRequired(action, { ...user, decides }, target.owner)
  }
  if (targets.some(isRequired)) throw createErrorResponse('request.reason', 400, { reason: 'required' })
}
