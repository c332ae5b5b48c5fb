import type { DocumentKind, Finality } from '../../src/domain/documents/document-kind.ts'
import { getInitials, getVerificationStatus } from '../../src/domain/documents/document-verification.ts'
import type { DocumentVerification, VerifiedFile } from '../../src/domain/documents/document-verification-output.ts'
import type { DocumentSeal } from '../../src/domain/documents/signer-output.ts'
import { parseVerificationCode } from '../../src/domain/documents/verification-code.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import { getLocalDateTime, getTimeZone } from '../../src/domain/time/local-time.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { getFilePath } from '../lib/files/stored-files.ts'
import { createErrorResponse, setFileHeaders } from '../lib/http.ts'
import { countAttempt, createWaitError, refundAttempt } from '../lib/limits.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { listSignatures } from '../links/signatures.ts'
import { loadVerifiedFields } from './verified-fields.ts'

/**
 * Limit of wrong codes per network. A global limit would let an attacker lock out all users. With 2⁶⁰ codes, a million
 * of them in use and 10,000 attempts a second, a guess takes years.
 */
const wrongCodes = { what: 'wrong codes', max: 30, seconds: 300 }

/** Maximum number of earlier files verified per document; the latest ones. */
const maxFiles = 20

const found = {
  id: '',
  checkCode: '',
  organisation: '',
  country: '',
  timeZone: '',
  format: '',
  documentNumber: '',
  decidedAt: '',
  chosenDate: '',
  status: '' as RequestStatus,
  finality: '' as Finality | '',
  annulledAt: '',
  owner: '',
  approver: '',
  version: 0,
  document: '',
  documentHash: '',
  documentKind: '' as DocumentKind,
  documentStatus: '',
  documentSeal: '',
  replacedAt: '',
  isAnonymized: 0,
}
export type IssuedDocument = typeof found

/** `GET /api/app/documents/{code}`: verifies a document. Public: returns only what a recipient of the document may see. */
export function verifyDocument(e: core.RequestEvent) {
  setPrivateHeaders(e)
  const address = e.realIP()
  const wait = countAttempt(e.app, wrongCodes, address)
  if (wait) throw createWaitError(e.response, 'document.attempts', wait)
  const request = findIssuedDocument(e)
  if (!request) throw createErrorResponse('document.unknown', 404)
  refundAttempt(e.app, wrongCodes, address)
  return e.json(200, buildDocumentCheck(e.app, request))
}

/** Keeps responses and the code in the path out of caches, search engines and other sites. */
export function setPrivateHeaders(e: core.RequestEvent) {
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
}

/** Returns the request of the code in the path if its document is generated. */
export function findIssuedDocument(e: core.RequestEvent): IssuedDocument | undefined {
  // Looks up malformed codes as well, so that error and response time equal those of unknown codes.
  const code = parseVerificationCode(e.request?.pathValue('code') ?? '')
  const query = `${issuedDocumentsQuery} WHERE checkCode = {:code} AND checkCode != '' AND (document != '' OR isAnonymized AND documentHash != '') LIMIT 1`
  return queryRow(e.app, query, { code }, found)
}

/** Sends the PDF of a document. */
export function serveIssuedDocument(e: core.RequestEvent, request: IssuedDocument, kind: 'attachment' | 'inline') {
  const path = getFilePath(e.app, 'requests', request.id, request.document)
  const file = respondUnavailableOnStorageError(() => engine.files.open(path))
  if (!file) throw createErrorResponse('link.document', 409)
  setPrivateHeaders(e)
  setFileHeaders(e, `${kind}; filename="${request.documentNumber}.pdf"`, 'application/pdf')
  file.serve(e.response, e.request as http.Request)
}

/** Returns the requests with these ids whose document is generated, in order of number. */
export function listIssuedDocuments(app: CoreApp, ids: string[]): IssuedDocument[] {
  const query = `${issuedDocumentsQuery}
    WHERE requests.id IN (SELECT value FROM json_each({:ids})) AND document != '' ORDER BY documentNumber`
  return queryRows(app, query, { ids: JSON.stringify(ids) }, found)
}

const issuedDocumentsQuery = `SELECT requests.id, checkCode, documentNumber, decidedAt, requests.status, finality, annulledAt, document, documentHash, documentKind, documentStatus,
       ifnull(documentSeal, 'null') AS documentSeal,
       ifnull((SELECT max(created) FROM request_documents WHERE request = requests.id AND hash != documentHash), '') AS replacedAt,
       ifnull(letterheads.organisationName, settings.organisationName) AS organisation, ifnull(letterheads.country, settings.country) AS country,
       ifnull(letterheads.timeZone, settings.timeZone) AS timeZone,
       formats.name AS format, users.name AS owner, privacy = 'anonymized' AS isAnonymized, said.version, ifnull("values" ->> ('$.' || said.date), '') AS chosenDate,
       ifnull(iif(json_valid(signers) AND signers ->> 'decidedAt' = decidedAt, signers ->> 'approver', reviewers.name), '') AS approver
     FROM requests JOIN formats ON formats.id = requests.format JOIN users ON users.id = requests.owner JOIN settings
       JOIN (SELECT id, version, iif(json_valid(paper), paper ->> 'date', NULL) AS date FROM format_versions) AS said ON said.id = formatVersion
       LEFT JOIN letterheads ON letterheads.id = requests.letterhead LEFT JOIN users AS reviewers ON reviewers.id = reviewer`

const getLocalTime = (request: IssuedDocument, moment: string) =>
  moment && getLocalDateTime(getTimeZone(request), Date.parse(moment.replace(' ', 'T')))
export const getDay = (request: IssuedDocument, moment: string) => getLocalTime(request, moment).slice(0, 10)

/** Returns what a recipient of the document may see of it, without its code and without names of people. */
export function describeIssuedDocument(request: IssuedDocument) {
  return {
    format: request.format,
    number: request.documentNumber,
    // Uses the date printed on the document. If the request is no longer approved, uses the day of the decision,
    // because the requester may be changing the printed date.
    date: (request.status === 'approved' && request.chosenDate) || getDay(request, request.decidedAt),
    state: getVerificationStatus(request),
    annulledOn: getDay(request, request.annulledAt),
  }
}

function buildDocumentCheck(app: CoreApp, request: IssuedDocument): DocumentVerification {
  const isApproved = request.status === 'approved'
  const { shown, digits } = loadVerifiedFields(app, request)
  const seal = parseStoredJson<DocumentSeal | null>(request.documentSeal, null)
  const signatures = isApproved ? listSignatures(app, request.id).filter(({ action }) => action === 'sign') : []
  return {
    ...describeIssuedDocument(request),
    code: request.checkCode,
    organisation: request.organisation,
    isAnonymized: request.isAnonymized === 1,
    initials: request.isAnonymized ? '' : getInitials(request.owner),
    approvedAt: isApproved ? getLocalTime(request, request.decidedAt) : '',
    approver: isApproved ? getInitials(request.approver) : '',
    signers: signatures.map(({ name, role, signedAt }) => ({
      initials: getInitials(name),
      role,
      signedAt: getLocalTime(request, signedAt),
    })),
    seal: seal && {
      holder: seal.holder,
      fingerprint: seal.fingerprint,
      stampedAt: getLocalTime(request, seal.stampedAt),
    },
    fields: shown,
    asksDigits: digits !== '',
    version: request.version,
    files: [
      { hash: request.documentHash, kind: request.documentKind, replacedOn: '' },
      ...listReplacedFiles(app, request),
    ],
  }
}

const replaced = { hash: '', kind: '' as DocumentKind, created: '' }

function listReplacedFiles(app: CoreApp, request: IssuedDocument): VerifiedFile[] {
  const files = queryRows(
    app,
    `SELECT hash, kind, created FROM request_documents WHERE request = {:id} ORDER BY created DESC, rowid DESC LIMIT ${maxFiles}`,
    { id: request.id },
    replaced,
  )
  return files.map(({ hash, kind, created }) => ({ hash, kind, replacedOn: getDay(request, created) }))
}
