export { verifyDocument } from '../documents/document-verification.ts'
