export { batchDocuments } from '../batches/documents.ts'
export { makeFirst, makeNow, workOnDocuments } from '../documents/job.ts'
export { previewDocument } from '../documents/preview.ts'
