export { batchDocuments } from '../batch-documents.ts'
export { makeFirst, makeNow, workOnDocuments } from '../document-job.ts'
export { previewDocument } from '../preview.ts'
