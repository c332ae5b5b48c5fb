import { decisionSchema } from '../../../src/domain/requests/decision-input.ts'
import { requestActions } from '../../../src/domain/requests/request-transitions.ts'
import { readInput } from '../../lib/request-input.ts'
import { requireUser } from '../../lib/users.ts'
import { findApprovers } from '../decision-rights.ts'
import { respondAndGenerateDocuments } from '../effects/document-queue.ts'
import { notifyApprovers } from '../effects/effects.ts'
import { openUndoWindow } from '../undo/undo-window.ts'
import { applyAction } from './apply-action.ts'
import { loadDecisionContext } from './decision-context.ts'

/** `POST /api/app/requests/{action}` → `{changed, skipped, undo?}`: runs an action on one or thousands of requests. */
export function runRequestAction(e: core.RequestEvent) {
  const caller = requireUser(e)
  const action = requestActions.find((name) => name === e.request?.pathValue('action'))
  if (!action) throw new NotFoundError()
  const context = loadDecisionContext(e.app, caller, action, readInput(e, decisionSchema))
  const deciders = findApprovers(e.app, context.routedVersions)
  const { changed, skipped, pendingDocuments, routedVersions } = applyAction(e.app, context)
  notifyApprovers(e.app, routedVersions, deciders)
  const undo = context.isUndoable && changed.length ? { undo: openUndoWindow(e.app, context.id) } : {}
  return respondAndGenerateDocuments(e, { changed, skipped, ...undo }, pendingDocuments)
}
