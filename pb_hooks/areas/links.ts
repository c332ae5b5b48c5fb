export { listGuestDocuments, serveGuestDocument } from '../documents/guest-documents.ts'
export { describeLink, sendLinkCode } from '../links/link-calls.ts'
