export { downloadOpenedDocument, openDocument } from '../documents/document-opening.ts'
export { verifyDocument } from '../documents/document-verification.ts'
