export { takeStep } from '../requests/actions.ts'
export { addComment } from '../requests/comments.ts'
export { createDraft, deleteDraft, updateDraft } from '../requests/drafts.ts'
export { undoDecision } from '../requests/undo.ts'
