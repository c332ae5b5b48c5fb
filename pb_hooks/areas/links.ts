export { listGuestDocuments, serveGuestDocument } from '../documents/guest-documents.ts'
export { saveGuestSignature } from '../documents/guest-signing.ts'
export { describeLink, sendLinkCode } from '../links/link-calls.ts'
