import { writeInTransaction } from '../../lib/transaction.ts'
import { refuseIfDemoted } from '../../lib/users.ts'
import { confirmApproverFields, writeApproverFields } from '../approver-fields/save-approver-fields.ts'
import { publishDecisionEffects, publishSubmissionEffects, releaseGroupedEffects } from '../effects/effects.ts'
import { incrementReasonCount } from '../effects/reasons.ts'
import { deferEffects, finalizeRequests } from '../undo/undo-window.ts'
import type { ActionPlan, SkippedRequest } from './change-types.ts'
import type { DecisionContext } from './decision-context.ts'
import { planAction } from './plan-action.ts'
import type { RequestIdChunk } from './targets.ts'
import { writePlannedChanges } from './write-changes.ts'

/** Result of an action on up to 100,000 requests: only the data needed for the response. */
interface ActionResult {
  changed: string[]
  skipped: SkippedRequest[]
  /** Ids of the requests whose documents can be generated now. */
  pendingDocuments: string[]
  /** Format versions whose stages the requests were at, or moved to. */
  routedVersions: Set<string>
  isReasonCounted: boolean
}

/** Runs an action, one transaction per chunk. Other writers can run between two chunks. */
export function applyAction(app: CoreApp, context: DecisionContext): ActionResult {
  const result: ActionResult = {
    changed: [],
    skipped: [],
    pendingDocuments: [],
    routedVersions: new Set(context.routedVersions),
    isReasonCounted: false,
  }
  const versions = new Map(context.targets.map(({ id, formatVersion }) => [id, formatVersion]))
  const validatesValues = needsValidation(app, context)
  context.chunks.forEach((chunk, index) => {
    if (index > 0) engine.yieldToWriters()
    // Validates before the transaction, because other writers wait for it. The plan in the transaction reuses the results of unchanged values.
    if (validatesValues) planAction(app, context, chunk.ids)
    writeInTransaction(app, (tx) => {
      refuseIfDemoted(tx, context.caller)
      const { changes, skipped } = applyToChunk(tx, context, chunk)
      if (!result.isReasonCounted) result.isReasonCounted = incrementReasonCount(tx, context, changes)
      if (index > 0 && index === context.chunks.length - 1) releaseGroupedEffects(tx, context.id)
      for (const { id, set } of changes) {
        result.changed.push(id)
        if (set.documentStatus === 'pending' && !context.isUndoable) result.pendingDocuments.push(id)
        if (set.step) result.routedVersions.add(versions.get(id) ?? '')
      }
      result.skipped.push(...skipped)
    })
  })
  return result
}

/** Returns whether the action validates values, which takes long if their tables have many rows. */
function needsValidation(app: CoreApp, { action, targets, versionOf }: DecisionContext): boolean {
  if (action !== 'approve') return action === 'submit'
  const used = new Set(targets.map(({ formatVersion }) => formatVersion))
  return [...used].some((id) => versionOf(app, id)?.deciderFields.length)
}

function applyToChunk(tx: CoreApp, context: DecisionContext, { ids, live }: RequestIdChunk): ActionPlan {
  const { action, caller, filling, isUndoable } = context
  const written = filling && writeApproverFields(tx, caller, filling)
  const plan = planAfterUndoWindows(tx, context, ids)
  const { changes } = plan
  if (filling && written) confirmApproverFields(tx, caller, filling, written, changes.length > 0)
  if (isUndoable) deferEffects(tx, context, changes, written)
  writePlannedChanges(tx, changes, live)
  const isWhole = context.chunks.length === 1
  if (action === 'submit') publishSubmissionEffects(tx, context, changes, isWhole)
  else publishDecisionEffects(tx, context, changes, { isWhole, isUndoable })
  return plan
}

/**
 * Plans the action. First ends open undo windows of the requests, which assigns their document numbers, and then plans
 * again.
 */
function planAfterUndoWindows(tx: CoreApp, context: DecisionContext, ids: string[]): ActionPlan {
  const plan = planAction(tx, context, ids)
  const hasEnded = finalizeRequests(
    tx,
    plan.changes.map(({ id }) => id),
  )
  return hasEnded ? planAction(tx, context, ids) : plan
}
