import { leaseHolds } from '../lib/clock.ts'
import { documentBackend } from '../lib/environment.ts'
import { isAdmin, requireUser } from '../lib/people.ts'
import { respondEarly } from '../lib/respond-early.ts'
import { row, run } from '../lib/sql.ts'
import { farBytes, isFar, mediaTypeOf } from '../lib/storage.ts'

/** Documents that are made before the answer. If there are more, they are made after it. */
const maxBeforeAnswer = 5

/** Seconds for which a worker holds documents: three tries of thirty seconds and their pauses fit in. */
export const documentLease = 120
export const isHeldDocument = leaseHolds('documentLease', documentLease)

/** SQL condition: the document is due, no worker has it, and its decision can no longer be undone. */
export const isFreeDocument = `documentStatus = 'pending' AND NOT (${isHeldDocument}) AND id NOT IN (SELECT request FROM undoable)`

/** What makes documents. */
export interface DocumentWriter {
  /** Makes these pending documents, but for those that another worker has. */
  makeNow(app: CoreApp, ids: string[]): void
  /** Makes pending documents until none is left or enough workers are at it. */
  workOnDocuments(app: CoreApp): void
}

/** Loads the PDF writer, only for calls that make documents. */
export const documentWriter = () => require(`${__hooks}/documents.js`) as DocumentWriter

/** Responds to a call that approved these requests, and makes their documents. */
export function respondThenRender(e: core.RequestEvent, answer: unknown, due: string[]) {
  // A document backend or a remote storage may take long.
  if (due.length > maxBeforeAnswer || (due.length && (documentBackend() || isFar(e.app)))) {
    respondEarly(e, 200, answer)
    return documentWriter().workOnDocuments(e.app)
  }
  if (due.length) documentWriter().makeNow(e.app, due)
  return e.json(200, answer)
}

/** At the start nobody works on anything, whatever the leases of the process before say. */
export function releaseDocuments(app: CoreApp) {
  run(app, "UPDATE requests SET documentLease = 0 WHERE documentStatus = 'pending' AND documentLease > 0", {})
}

/** Pages judge what is typed as whoever makes the documents can write it. */
export function storeDocumentService(app: CoreApp) {
  run(app, 'UPDATE settings SET documentService = {:service}', { service: documentBackend() ? 1 : 0 })
}

/** `GET /api/app/requests/documents/progress`: how many documents are still to be made, of everybody's to an administrator. */
export function documentProgress(e: core.RequestEvent) {
  const asker = requireUser(e)
  // Everybody's are counted in their index; one's own are few, and not looked for among everybody's.
  const [index, whose] = isAdmin(asker)
    ? ['idx_requests_document', '']
    : ['idx_requests_owner_status', "owner = {:owner} AND status = 'approved' AND "]
  const query = `SELECT count(*) AS n FROM requests INDEXED BY ${index} WHERE ${whose}documentStatus = 'pending'`
  return e.json(200, { pending: row(e.app, query, { owner: asker.id }, { n: 0 })?.n ?? 0 })
}

/** What somebody may read is read by nobody else on the way, and carries its own number as its name. */
export function serveDocument(e: core.FileDownloadRequestEvent) {
  const { requestEvent } = e as unknown as { requestEvent?: core.RequestEvent }
  // Before anything is said of an answer that may be a refusal.
  const bytes = isFar(e.app) ? farBytes(e) : undefined
  const headers = requestEvent?.response.header()
  headers?.set('Cache-Control', 'private, no-store')
  headers?.set('X-Content-Type-Options', 'nosniff')
  const number = e.record?.getString(e.collection?.name === 'requests' ? 'documentNumber' : 'number')
  const kind = e.requestInfo().query.download ? 'attachment' : 'inline'
  if (number) headers?.set('Content-Disposition', `${kind}; filename="${number}.pdf"`)
  return bytes ? requestEvent?.blob(200, mediaTypeOf(e.servedPath), bytes) : e.next()
}
