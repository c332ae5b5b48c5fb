export { addComment } from '../comments.ts'
export { takeStep } from '../request-actions.ts'
export { createDraft, deleteDraft, saveOnlyChanges, updateDraft } from '../requests.ts'
