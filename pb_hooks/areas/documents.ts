export { downloadBatchDocuments, downloadDocuments, listDocumentParts } from '../documents/document-downloads.ts'
export { generateDocuments, generatePendingDocuments, prioritizeDocument } from '../documents/document-worker.ts'
export { previewDocument } from '../documents/preview.ts'
