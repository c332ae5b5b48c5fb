export { batchDocuments, manyDocuments, partsOfDocuments } from '../documents/bundle.ts'
export { makeFirst, makeNow, workOnDocuments } from '../documents/job.ts'
export { previewDocument } from '../documents/preview.ts'
export { signaturesOfRequest } from '../documents/signatures.ts'
