import { getActorRole, requestActionNames } from '../../../src/domain/requests/actions.ts'
import { decisionSchema } from '../../../src/domain/requests/decision-input.ts'
import type { DecisionResult } from '../../../src/domain/requests/request-output.ts'
import type { Role } from '../../../src/domain/users/role.ts'
import { getCurrentApiKeyName } from '../../lib/api-key.ts'
import { createErrorResponse, readInput } from '../../lib/http.ts'
import { getIds } from '../../lib/record-id.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireCurrentRole, requireUser } from '../../lib/users.ts'
import { writeApproverFields } from '../approver-fields/save-approver-fields.ts'
import { findApprovers, getDecisionRights, getRightsOverRequest } from '../decision-rights.ts'
import { respondAndGenerateDocuments } from '../effects/make-documents.ts'
import { updateApproverPages } from '../effects/notify-approvers.ts'
import { releaseGroupedMessages } from '../effects/queue-decision-mails.ts'
import { deferEffects, finalizeRequests, openUndoWindow } from '../undo/undo-window.ts'
import type { ActionCall, ActionPlan, WrittenChanges } from './action.ts'
import { actionHandlers } from './action-handlers.ts'
import { loadCall } from './call.ts'
import { type RequestIdChunk, splitIntoIdChunks } from './targets.ts'
import { writePlannedChanges } from './write-changes.ts'

/** Result of an action on up to 100,000 requests: only the data needed for the response. */
export interface ChunkedActionResult extends DecisionResult {
  /** Ids of the requests whose documents can be generated now. */
  documents: string[]
  /** Format versions whose stages the requests were at, or moved to. */
  routedVersions: Set<string>
}

/** `POST /api/app/requests/{action}` → `{changed, skipped, undo?}`: runs an action on one or thousands of requests, one transaction per chunk. */
export function performAction(e: core.RequestEvent, requirePassword: PasswordCheck) {
  const { app } = e
  const caller = requireUser(e)
  const action = requestActionNames.find((name) => name === e.request?.pathValue('action'))
  if (!action) throw new NotFoundError()
  const input = readInput(e, decisionSchema)
  const loaded = loadCall(app, caller, action, input)
  const call = { ...loaded, isConfirmed: confirmIdentity(e, loaded, input.password, requirePassword) }
  const routedVersions = new Set(call.targets.flatMap(({ formatVersion, step }) => (step > 0 ? formatVersion : [])))
  const ids = getIds(call.targets)
  const approvers = findApprovers(app, routedVersions, ids)
  const result: ChunkedActionResult = { changed: [], skipped: [], documents: [], routedVersions }
  const chunks = splitIntoIdChunks(call.targets, action === 'submit')
  const validatesValues = needsValidation(app, call)
  chunks.forEach((chunk, index) => {
    // Other writers can run between two chunks.
    if (index > 0) engine.yieldToWriters()
    // Validates before the transaction, because other writers wait for it. The plan in the transaction reuses the results of unchanged values.
    if (validatesValues) actionHandlers[action].plan(app, call, chunk.ids)
    writeInTransaction(app, (tx) => {
      requireCurrentRole(tx, caller)
      runOnChunk(tx, call, chunk, result, chunks.length > 1)
      if (index > 0 && index === chunks.length - 1) releaseGroupedMessages(tx, call.id)
    })
  })
  updateApproverPages(app, routedVersions, ids, approvers)
  const { changed, skipped, documents } = result
  const undo = call.isUndoable && changed.length ? { undo: openUndoWindow(app, call.id) } : {}
  return respondAndGenerateDocuments(e, { changed, skipped, ...undo }, documents)
}

/** Returns whether the action validates values, which takes long if their tables have many rows. */
function needsValidation(app: CoreApp, { action, targets, versionOf }: ActionCall): boolean {
  if (action !== 'approve') return action === 'submit'
  const used = new Set(targets.map(({ formatVersion }) => formatVersion))
  return [...used].some((id) => versionOf(app, id)?.approverFields.length)
}

/** Changes some requests of a call with all effects, and adds them to the result. */
export function runOnChunk(
  tx: CoreApp,
  call: ActionCall,
  { ids, live }: RequestIdChunk,
  result: ChunkedActionResult,
  isGrouped: boolean,
) {
  const { caller, filling, isUndoable } = call
  const { effects, effectsAfterUndo = [] } = actionHandlers[call.action]
  const { changes, skipped } = planAfterUndoWindows(tx, call, ids)
  const filled = filling && changes.length ? writeApproverFields(tx, caller, filling) : undefined
  if (isUndoable) deferEffects(tx, call, changes, filled)
  writePlannedChanges(tx, changes, live)
  const done: WrittenChanges = {
    ...call,
    requests: changes,
    isFirst: result.changed.length === 0,
    groupKey: isGrouped ? call.id : '',
    mailsWait: isGrouped,
    documents: result.documents,
  }
  for (const run of isUndoable ? effects : [...effects, ...effectsAfterUndo]) run(tx, done)
  result.skipped.push(...skipped)
  for (const { id, set, formatVersion } of changes) {
    result.changed.push(id)
    if (set.step) result.routedVersions.add(formatVersion)
  }
}

/**
 * Plans the action. First ends open undo windows of the requests, which assigns their document numbers, and then plans
 * again.
 */
function planAfterUndoWindows(tx: CoreApp, call: ActionCall, ids: string[]): ActionPlan {
  const { plan } = actionHandlers[call.action]
  const first = plan(tx, call, ids)
  const hasEnded = finalizeRequests(tx, getIds(first.changes))
  return hasEnded ? plan(tx, call, ids) : first
}

type PasswordCheck = (e: core.RequestEvent, user: core.Record, password: string) => void

/**
 * Compares the caller's password if the call approves requests whose format asks for it. Returns whether the identity is
 * confirmed; always false for API keys. `requirePassword`: throws if the password is wrong.
 */
function confirmIdentity(
  e: core.RequestEvent,
  call: ActionCall,
  password: string | undefined,
  requirePassword: PasswordCheck,
): boolean {
  if (!needsPassword(e.app, call) || getCurrentApiKeyName() !== undefined) return false
  if (!password) throw createErrorResponse('request.password', 400, { password: 'required' })
  requirePassword(e, call.caller, password)
  return true
}

/** Returns whether the call approves a request whose format asks for the password. Considers only requests that the caller decides, so the error discloses no others. */
function needsPassword(app: CoreApp, { action, caller, targets, versionOf }: ActionCall): boolean {
  if (action !== 'approve') return false
  const asking = targets.filter(({ formatVersion }) => versionOf(app, formatVersion)?.asksPassword)
  if (!asking.length) return false
  const user = { id: caller.id, role: caller.getString('role') as Role }
  const rights = getDecisionRights(app, caller)
  return asking.some((target) => {
    const decides = target.step > 0 ? getRightsOverRequest(rights, target).length > 0 : undefined
    return getActorRole(action, { ...user, decides }, target.owner) !== null
  })
}
