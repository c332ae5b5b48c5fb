export { addComment } from '../comments.ts'
export { takeStep } from '../request-actions.ts'
export { createDraft, deleteDraft, updateDraft } from '../requests.ts'
