import type { DecisionInput } from '../../../src/domain/requests/decision-input.ts'
import { decisionTypes } from '../../../src/domain/requests/request.ts'
import {
  isReasonRequired,
  type RequestAction,
  requestTransitions,
} from '../../../src/domain/requests/request-transitions.ts'
import type { Role } from '../../../src/domain/users/role.ts'
import { createVersionCache, type Version, type VersionLoader } from '../../formats/versions.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { generateRecordId } from '../../lib/record-id.ts'
import { isAdmin } from '../../lib/users.ts'
import { type ValidatedApproverFields, validateApproverFieldsInput } from '../approver-fields/save-approver-fields.ts'
import { type DecisionRights, getDecisionRights, getRightsOverRequest } from '../decision-rights.ts'
import { supportsUndo } from '../undo/undo-window.ts'
import type { PerformedAction } from './change-types.ts'
import { type ActionTarget, findActionTargets, type RequestIdChunk, splitIntoIdChunks } from './targets.ts'

/** Input of a call that acts on requests. Loaded once and shared by all chunks. */
export interface DecisionContext extends PerformedAction {
  caller: core.Record
  /** Notes on fields of a returned request, by field key. Only for a call with one request. */
  notes?: DecisionInput['notes']
  /** Revision that the caller read. Only for a call with one request. */
  revision?: number | undefined
  targets: ActionTarget[]
  chunks: RequestIdChunk[]
  /** Maps request ids to the stage that the caller saw. */
  seenStages: ReadonlyMap<string, number>
  routedVersions: ReadonlySet<string>
  versionOf: VersionLoader
  /** Values that the caller fills in with the decision. Only for a call with one request. */
  filling: ValidatedApproverFields | undefined
  isUndoable: boolean
}

/** Reads and validates the input of a call. Rights are checked again in the transaction of each chunk. */
export function loadDecisionContext(
  app: CoreApp,
  caller: core.Record,
  action: RequestAction,
  asked: DecisionInput,
): DecisionContext {
  for (const name of ['revision', 'step'] as const)
    if (asked[name] !== undefined && asked.ids?.length !== 1)
      throw createErrorResponse('invalid', 400, { [name]: 'invalid' })
  const notes = parseFieldNotes(action, asked)
  const reason = asked.reason ?? ''
  const targets = findActionTargets(app, asked, caller)
  const [first] = targets
  const versionOf = createVersionCache()
  let powers: DecisionRights | undefined
  const rights = () => (powers ??= getDecisionRights(app, caller))
  const mayReturn = (target: ActionTarget) => isAdmin(caller) || getRightsOverRequest(rights(), target).length > 0
  if (notes && first && mayReturn(first)) refuseUnknownFields(notes, versionOf(app, first.formatVersion))
  if (!reason) requireReason(action, caller, targets, rights)
  const routed = targets.flatMap(({ formatVersion, step }) => (step > 0 ? formatVersion : []))
  return {
    id: generateRecordId(),
    action,
    caller,
    reason,
    notes,
    revision: asked.revision,
    targets,
    chunks: splitIntoIdChunks(targets, action === 'submit'),
    seenStages: new Map(targets.map(({ id, step }) => [id, asked.step ?? step])),
    routedVersions: new Set(routed),
    versionOf,
    filling: first && parseDeciderFields(app, action, caller, first.id, asked, versionOf),
    isUndoable: asked.undoable === true && supportsUndo(action),
  }
}

/** Returns the notes on fields. Refuses notes unless the call returns exactly one request. */
function parseFieldNotes(action: RequestAction, { notes, ids }: DecisionInput): DecisionInput['notes'] {
  if (!notes || Object.keys(notes).length === 0) return undefined
  if (action !== 'return' || ids?.length !== 1) throw createErrorResponse('invalid', 400, { notes: 'invalid' })
  return notes
}

/**
 * Refuses notes on unknown fields. The caller must first check the right to return the request, because the error
 * discloses which fields exist.
 */
function refuseUnknownFields(notes: NonNullable<DecisionInput['notes']>, version: Version | undefined) {
  const unknown = Object.keys(notes).filter((key) => version && !version.fields.some((field) => field.key === key))
  if (unknown.length)
    throw createErrorResponse(
      'invalid',
      400,
      Object.fromEntries(unknown.map((key) => [`notes.${key}`, 'format.unknown'])),
    )
}

/**
 * Refuses the call if a required reason is missing. At stages of a route, only approvers need a reason, so the error
 * discloses nothing to other users.
 */
function requireReason(
  action: RequestAction,
  caller: core.Record,
  targets: ActionTarget[],
  rights: () => DecisionRights,
) {
  if (!requestTransitions[action].reason.length) return
  const person = { id: caller.id, role: caller.getString('role') as Role }
  const powers = targets.some(({ step }) => step > 0) ? rights() : undefined
  const isRequired = (target: ActionTarget) => {
    const decides = target.step > 0 && powers ? getRightsOverRequest(powers, target).length > 0 : undefined
    return target.owner !== '' && isReasonRequired(action, { ...person, decides }, target.owner)
  }
  if (targets.some(isRequired)) throw createErrorResponse('request.reason', 400, { reason: 'required' })
}

/** Returns the approver values sent with a decision. Refuses them unless the call decides exactly one request. */
function parseDeciderFields(
  app: CoreApp,
  action: RequestAction,
  caller: core.Record,
  id: string,
  { ids, filled }: DecisionInput,
  versionOf: VersionLoader,
) {
  if (!filled) return undefined
  if (!decisionTypes.some((each) => each === action) || ids?.length !== 1)
    throw createErrorResponse('invalid', 400, { filled: 'invalid' })
  return validateApproverFieldsInput(app, caller, id, filled, versionOf)
}
