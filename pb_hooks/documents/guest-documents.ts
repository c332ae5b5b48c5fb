import type { GuestDocument, GuestRequest } from '../../src/domain/links/link-output.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordEvents } from '../lib/events.ts'
import { createErrorResponse, getPathId, getQueryParams } from '../lib/http.ts'
import { getIds } from '../lib/record-id.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { authenticateByFileToken, requireGuest } from '../lib/users.ts'
import { requireLink } from '../links/link-calls.ts'
import type { OpenedLink } from '../links/links.ts'
import {
  describeIssuedDocument,
  getDay,
  type IssuedDocument,
  listIssuedDocuments,
  serveIssuedDocument,
} from './document-verification.ts'
import { type GuestSigning, getGuestSigningState, listGuestSignings, saveReadHash } from './guest-signing.ts'

/** `POST /api/app/guest/links`: `{token}` → `GuestLinkContent`. Lists the documents and requests of the guest's own link and marks it as opened. */
export function listGuestDocuments(e: core.RequestEvent) {
  const guest = requireGuest(e)
  // The session may be that of another link in the same window.
  const links = requireLink(e).filter((link) => link.guest === guest.id)
  if (!links.length) throw createErrorResponse('link.session', 401)
  const documents = listIssuedDocuments(e.app, [...new Set(links.map(({ request }) => request))])
  const signings = new Map(listGuestSignings(e.app, guest.id, getIds(links)).map((signing) => [signing.id, signing]))
  // The links of requests have no recipient who opens a delivery.
  markOpened(
    e.app,
    links.filter(({ purpose }) => purpose !== 'ask'),
  )
  const describe = (request: IssuedDocument, id: string): GuestDocument => {
    const signing = signings.get(id)
    return {
      id,
      ...describeIssuedDocument(request),
      replacedOn: getDay(request, request.replacedAt),
      isReady: isReadable(request),
      ...(signing && { signing: describeSigning(signing) }),
    }
  }
  // A person who signs in two roles has two links to a document.
  const items = documents.flatMap((request) =>
    links.filter((link) => link.request === request.id).map(({ id }) => describe(request, id)),
  )
  return e.json(200, { items, requests: listGuestRequests(e.app, links) })
}

/** Returns the requests that a guest made without an account, of the links with purpose `ask`. */
function listGuestRequests(app: CoreApp, links: readonly OpenedLink[]): GuestRequest[] {
  const asked = getIds(links.filter(({ purpose }) => purpose === 'ask'))
  if (!asked.length) return []
  return queryRows(
    app,
    `SELECT links.id, formats.name AS format, requests.number, requests.status,
       iif(requests.status IN ('returned', 'rejected', 'cancelled'), requests.reason, '') AS reason
     FROM json_each({:asked}) JOIN links ON links.id = value JOIN requests ON requests.id = request JOIN formats ON formats.id = requests.format
     ORDER BY requests.number`,
    { asked: JSON.stringify(asked) },
    { id: '', format: '', number: '', status: '' as RequestStatus, reason: '' },
  )
}

const describeSigning = (signing: GuestSigning) => ({
  state: getGuestSigningState(signing),
  role: signing.role,
  hash: signing.hash,
  isRead: signing.readHash === signing.hash,
  signedAt: signing.signedAt,
})

/** Returns whether guests may read the file. A withdrawn document is being corrected, and a pending one is being replaced. */
const isReadable = (request: IssuedDocument) =>
  request.documentStatus === 'ready' && describeIssuedDocument(request).state !== 'withdrawn'

/** Marks links as opened, with an event for each that was not. */
function markOpened(app: CoreApp, links: OpenedLink[]) {
  if (links.every(({ state }) => state === 'opened')) return
  writeInTransaction(app, (tx) => {
    const opened = queryRows(
      tx,
      `UPDATE links SET state = 'opened', openedAt = {:now}, updated = {:now}
       WHERE id IN (SELECT value FROM json_each({:ids})) AND state IN ('waiting', 'sent', 'failed')
       RETURNING request, purpose, (SELECT owner FROM requests WHERE requests.id = request) AS owner`,
      { now: formatTimestamp(), ids: JSON.stringify(getIds(links)) },
      { request: '', purpose: '', owner: '' },
    )
    const lines = opened.map(({ request, owner }) => ({ subjectId: request, owner }))
    // All links of a token have one purpose.
    const action = opened[0]?.purpose === 'sign' ? 'signOpened' : 'deliveryOpened'
    recordEvents(tx, { subject: 'requests', action }, lines)
  })
}

/** `GET /api/app/guest/links/{id}/document?token=…` → PDF of the guest's own link; a download with `download=1`. */
export function serveGuestDocument(e: core.RequestEvent) {
  const guest = requireGuest(authenticateByFileToken(e))
  const link = queryRow(
    e.app,
    `SELECT request FROM links WHERE id = {:id} AND guest = {:guest} AND tokenHash != '' AND expires > {:now} AND state != 'cancelled'`,
    { id: getPathId(e), guest: guest.id, now: formatTimestamp() },
    { request: '' },
  )
  const [request] = link ? listIssuedDocuments(e.app, [link.request]) : []
  if (!request) throw createErrorResponse('link.expired', 404)
  if (!isReadable(request)) throw createErrorResponse('link.document', 409)
  saveReadHash(e.app, getPathId(e))
  serveIssuedDocument(e, request, getQueryParams(e).download ? 'attachment' : 'inline')
}
