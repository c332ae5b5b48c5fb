import { formatLeaseCondition } from '../lib/clock.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import { openFileOnS3 } from '../lib/files/file-storage.ts'
import { setFileHeaders } from '../lib/http.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { isAdmin, requireUser } from '../lib/users.ts'

/** Lease in seconds of a worker on its documents. Covers three attempts of 30 s and the pauses between them. */
export const documentLeaseSeconds = 120
export const leasedDocumentCondition = formatLeaseCondition('documentLease', documentLeaseSeconds)

/** SQL condition: the document is pending, no worker has a lease on it, and its decision can no longer be undone. */
export const claimableDocumentCondition = `documentStatus = 'pending' AND NOT (${leasedDocumentCondition}) AND id NOT IN (SELECT request FROM undoable)`

/** Returns the number of pending documents without a worker, up to `limit`; reads no further documents. */
export function countFreeDocuments(app: CoreApp, limit: number): number {
  const free = `SELECT 1 FROM requests WHERE ${claimableDocumentCondition} LIMIT ${limit}`
  const now = Math.floor(Date.now() / 1000)
  return queryRow(app, `SELECT count(*) AS n FROM (${free})`, { now }, { n: 0 })?.n ?? 0
}

const releasedKey = 'released documents'

/** Delay in ms after which released documents are attempted again. No user action is required. */
const retryDelayMs = 15_000

/**
 * Releases documents that their worker cannot finish, because the database, the storage or the key of the seal is unavailable. The next run of the
 * job ends their leases, because the database may be locked now.
 */
export function releaseDocuments(app: CoreApp, ids: string[]) {
  app.store().setFunc(releasedKey, (before: string | null) => [before ?? '', ...ids].join(' '))
  engine.wake('documents', retryDelayMs)
}

/** Ends the leases of released documents. */
export function endReleasedLeases(app: CoreApp) {
  if (!app.store().get(releasedKey)) return
  writeInTransaction(app, (tx) => {
    let released = ''
    app.store().setFunc(releasedKey, (before: string | null) => {
      released = before ?? ''
      return ''
    })
    const those = "documentStatus = 'pending' AND id IN (SELECT value FROM json_each({:ids}))"
    executeSql(tx, `UPDATE requests SET documentLease = 0 WHERE ${those}`, { ids: JSON.stringify(released.split(' ')) })
  })
}

export interface DocumentGenerator {
  /** Generates these pending documents, except those leased by another worker. */
  generateDocuments(app: CoreApp, ids: string[]): void
  /** Generates pending documents until none is left or enough workers are running. */
  generatePendingDocuments(app: CoreApp): void
}

/** Loads the PDF writer. Lazy, because only calls that generate documents need it. */
export const loadDocumentGenerator = () => require(`${__hooks}/documents.js`) as DocumentGenerator

/** Clears leases left by the previous process: no worker is running at startup. */
export function clearDocumentLeases(app: CoreApp) {
  executeSql(app, "UPDATE requests SET documentLease = 0 WHERE documentStatus = 'pending' AND documentLease > 0", {})
}

/**
 * Stores whether a document service is configured. Pages validate characters accordingly, because a service supports more than the built-in
 * writer.
 */
export function saveDocumentServiceStatus(app: CoreApp) {
  executeSql(app, 'UPDATE settings SET documentService = {:service}', { service: getDocumentServiceUrl() ? 1 : 0 })
}

/** `GET /api/app/requests/documents/progress` → `{pending}`: counts documents still to be generated. Administrators get the count of all users. */
export function getDocumentProgress(e: core.RequestEvent) {
  const caller = requireUser(e)
  // For administrators, uses the index of pending documents. For requesters, uses the index by owner, because they have
  // few requests.
  const [index, whose] = isAdmin(caller)
    ? ['idx_requests_document', '']
    : ['idx_requests_owner_status', "owner = {:owner} AND status = 'approved' AND "]
  const query = `SELECT count(*) AS n FROM requests INDEXED BY ${index} WHERE ${whose}documentStatus = 'pending'`
  return e.json(200, { pending: queryRow(e.app, query, { owner: caller.id }, { n: 0 })?.n ?? 0 })
}

/** Serves a document with its number as file name. Caches must not store it, because only authorized users may read it. */
export function serveDocument(e: core.FileDownloadRequestEvent) {
  const { requestEvent } = e
  // Opens the file before setting headers, because this may end in an error response.
  const file = openFileOnS3(e)
  if (!requestEvent) return e.next()
  const number = e.record?.getString(e.collection?.name === 'requests' ? 'documentNumber' : 'number')
  const kind = e.requestInfo().query.download ? 'attachment' : 'inline'
  setFileHeaders(requestEvent, number && `${kind}; filename="${number}.pdf"`)
  if (!file) return e.next()
  file.serve(requestEvent.response, requestEvent.request as http.Request)
}
