import { sendFiles } from '../attachments/claims.ts'
import { isAdmin, personById } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { writing } from '../lib/transaction.ts'
import { releaseWebhooks } from '../lib/webhook-queue.ts'
import { releaseDecisionMails } from '../mail/decision-queue.ts'
import { yieldToWriters } from '../runtime/writers.ts'
import type { Change, Plan, Skip } from './change.ts'
import type { DecisionContext } from './decision-context.ts'
import { afterDecision, afterFilling, afterSubmit } from './effects.ts'
import { type Filling, writeFilling } from './fill.ts'
import { restoreFilled, type WrittenFilling } from './filled.ts'
import { planFor } from './plan.ts'
import { countReason } from './reasons.ts'
import { resetApprovals, saveStageDecisions } from './route.ts'
import type { Chunk } from './targets.ts'
import { deferEffects, finalizeRequests } from './undo-window.ts'
import { numberChanges, writeChanges } from './write.ts'

/** Result of an action on up to a hundred thousand requests: only what the answer needs. */
interface ActionResult {
  changed: string[]
  skipped: Skip[]
  /** Requests whose documents are due. */
  pendingDocuments: string[]
  /** Versions at whose stages requests were before or are now. */
  routedVersions: Set<string>
  isReasonCounted: boolean
}

/** Runs an action, one transaction for each chunk; other writers go first between two chunks. */
export function applyAction(app: CoreApp, context: DecisionContext): ActionResult {
  const result: ActionResult = {
    changed: [],
    skipped: [],
    pendingDocuments: [],
    routedVersions: new Set(context.routedVersions),
    isReasonCounted: false,
  }
  const versions = new Map(context.targets.map(({ id, formatVersion }) => [id, formatVersion]))
  context.chunks.forEach((chunk, index) => {
    if (index > 0) yieldToWriters(app)
    writing(app, (tx) => {
      refuseIfDemoted(tx, context.caller)
      const { changes, skipped } = applyToChunk(tx, context, chunk)
      if (!result.isReasonCounted) result.isReasonCounted = countReason(tx, context, changes)
      if (index > 0 && index === context.chunks.length - 1) release(tx, context.id)
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

/** Refuses a caller who is no longer active or whose role changed since the call began. */
function refuseIfDemoted(tx: CoreApp, caller: core.Record) {
  const now = personById(tx, caller.id)
  if (!now?.getBool('isActive') || isAdmin(now) !== isAdmin(caller)) throw refuse('user.inactive', 403)
}

function applyToChunk(tx: CoreApp, context: DecisionContext, { ids, live }: Chunk): Plan {
  const { action, caller, filling, isUndoable } = context
  const written = filling && writeFilling(tx, caller, filling)
  const plan = planAfterUndoWindows(tx, context, ids)
  const { changes } = plan
  if (filling && written) confirmFilling(tx, caller, filling, written, changes)
  if (isUndoable) deferEffects(tx, context, changes, written)
  numberChanges(tx, changes)
  writeChanges(tx, changes, live)
  sendFiles(tx, changes)
  resetApprovals(
    tx,
    changes.flatMap(({ id, isRouted }) => (isRouted ? id : [])),
  )
  saveStageDecisions(
    tx,
    changes.flatMap(({ decisions = [] }) => decisions),
  )
  const isWhole = context.chunks.length === 1
  if (action === 'submit') afterSubmit(tx, context, changes, isWhole)
  else afterDecision(tx, context, changes, { isWhole, isUndoable })
  return plan
}

/** Ends the undo windows of the requests that change, which gives them their document numbers first. */
function planAfterUndoWindows(tx: CoreApp, context: DecisionContext, ids: string[]): Plan {
  const plan = planFor(tx, context, ids)
  const hasEnded = finalizeRequests(
    tx,
    plan.changes.map(({ id }) => id),
  )
  return hasEnded ? planFor(tx, context, ids) : plan
}

/** Takes a filling back if the decision it came with does not happen. */
function confirmFilling(
  tx: CoreApp,
  caller: core.Record,
  { request }: Filling,
  written: WrittenFilling,
  changes: Change[],
) {
  if (changes.length) afterFilling(tx, caller, request, written.changes)
  else restoreFilled(tx, request, written)
}

/** After the last of several chunks: their grouped mails and webhooks leave. */
function release(tx: CoreApp, decision: string) {
  releaseDecisionMails(tx, decision)
  releaseWebhooks(tx, decision)
}
