// What main.pb.ts calls by name: one line a module.

export { batchDocuments } from './batch-documents.ts'
export { interruptBatches, resumeBatches } from './batch-job.ts'
export { keepRows } from './batch-rows.ts'
export { batchProgress, cancelBatch, confirmBatch, createBatch, discardRows } from './batches.ts'
export { refuseRewriting } from './events.ts'
export { status } from './installation.ts'
export { serveDocument } from './documents.ts'
export { takeStep } from './request-actions.ts'
export { listRequests } from './request-list.ts'
export { createDraft, deleteDraft, saveOnlyChanges, updateDraft } from './requests.ts'
