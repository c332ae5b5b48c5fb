export { downloadOpenedDocument, openDocument, unblockDocument } from '../documents/document-opening.ts'
export { verifyDocument } from '../documents/document-verification.ts'
