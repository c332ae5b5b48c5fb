export { batchDocuments, manyDocuments, partsOfDocuments } from '../documents/bundle.ts'
export { generateDocuments, generatePendingDocuments, makeFirst } from '../documents/job.ts'
export { previewDocument } from '../documents/preview.ts'
export { signaturesOfRequest } from '../documents/signatures.ts'
