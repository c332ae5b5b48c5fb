import { performAction } from '../requests/actions/run-action.ts'
import { requirePassword } from '../users/current-password.ts'

export { saveApproverFields } from '../requests/approver-fields/save-approver-fields.ts'
export { addComment } from '../requests/comments.ts'
export { createDraft, deleteDraft, updateDraft } from '../requests/drafts/drafts.ts'
export { askForFinalDocument } from '../requests/final-requests.ts'
export { undoDecision } from '../requests/undo/undo-decision.ts'
export { closeUndoWindow } from '../requests/undo/undo-window.ts'

export const runRequestAction = (e: core.RequestEvent) => performAction(e, requirePassword)
