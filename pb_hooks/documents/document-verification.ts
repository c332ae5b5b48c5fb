import type { DocumentKind, Finality } from '../../src/domain/documents/document-kind.ts'
import { getInitials, getVerificationStatus } from '../../src/domain/documents/document-verification.ts'
import type { DocumentVerification, VerifiedFile } from '../../src/domain/documents/document-verification-output.ts'
import { parseVerificationCode } from '../../src/domain/documents/verification-code.ts'
import { errorMessages } from '../../src/domain/errors.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import { formatDuration } from '../../src/domain/time/duration.ts'
import { getLocalDateTime, getTimeZone } from '../../src/domain/time/local-time.ts'
import { createErrorResponse } from '../lib/error-response.ts'
import { countAttempt, refundAttempt } from '../lib/limits/failed-attempts.ts'
import { queryRow, queryRows } from '../lib/sql.ts'

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
}
type Found = typeof found

/** `GET /api/app/documents/{code}`: verifies a document. Public: returns only what a recipient of the document may see. */
export function verifyDocument(e: core.RequestEvent) {
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
  const address = e.realIP()
  const wait = countAttempt(e.app, wrongCodes, address)
  if (wait) throw buildRateLimitError(headers, wait)
  // Looks up malformed codes as well, so that error and response time equal those of unknown codes.
  const code = parseVerificationCode(e.request?.pathValue('code') ?? '')
  const request = findByCode(e.app, code)
  if (!request) throw createErrorResponse('document.unknown', 404)
  refundAttempt(e.app, wrongCodes, address)
  return e.json(200, buildDocumentCheck(e.app, request))
}

/** Returns the request of a verification code if its document is generated. */
function findByCode(app: CoreApp, code: string): Found | undefined {
  return queryRow(
    app,
    `SELECT requests.id, checkCode, documentNumber, decidedAt, requests.status, finality, annulledAt, document, documentHash, documentKind,
       ifnull(letterheads.organisationName, settings.organisationName) AS organisation, ifnull(letterheads.country, settings.country) AS country,
       ifnull(letterheads.timeZone, settings.timeZone) AS timeZone,
       formats.name AS format, users.name AS owner, said.version, ifnull("values" ->> ('$.' || said.date), '') AS chosenDate,
       ifnull(iif(json_valid(signers) AND signers ->> 'decidedAt' = decidedAt, signers ->> 'approver', reviewers.name), '') AS approver
     FROM requests JOIN formats ON formats.id = requests.format JOIN users ON users.id = requests.owner JOIN settings
       JOIN (SELECT id, version, iif(json_valid(paper), paper ->> 'date', NULL) AS date FROM format_versions) AS said ON said.id = formatVersion
       LEFT JOIN letterheads ON letterheads.id = requests.letterhead LEFT JOIN users AS reviewers ON reviewers.id = reviewer
     WHERE checkCode = {:code} AND checkCode != '' AND document != '' LIMIT 1`,
    { code },
    found,
  )
}

function buildDocumentCheck(app: CoreApp, request: Found): DocumentVerification {
  const timeOf = (moment: string) =>
    moment && getLocalDateTime(getTimeZone(request), Date.parse(moment.replace(' ', 'T')))
  const dayOf = (moment: string) => timeOf(moment).slice(0, 10)
  const isApproved = request.status === 'approved'
  return {
    code: request.checkCode,
    organisation: request.organisation,
    format: request.format,
    number: request.documentNumber,
    // Uses the date printed on the document. If the request is no longer approved, uses the day of the decision,
    // because the requester may be changing the printed date.
    date: (isApproved && request.chosenDate) || dayOf(request.decidedAt),
    state: getVerificationStatus(request),
    annulledOn: dayOf(request.annulledAt),
    initials: getInitials(request.owner),
    approvedAt: isApproved ? timeOf(request.decidedAt) : '',
    approver: isApproved ? getInitials(request.approver) : '',
    version: request.version,
    files: [
      { hash: request.documentHash, kind: request.documentKind, replacedOn: '' },
      ...listReplacedFiles(app, request, dayOf),
    ],
  }
}

const replaced = { hash: '', kind: '' as DocumentKind, created: '' }

function listReplacedFiles(app: CoreApp, { id }: Found, dayOf: (moment: string) => string): VerifiedFile[] {
  const files = queryRows(
    app,
    `SELECT hash, kind, created FROM request_documents WHERE request = {:id} ORDER BY created DESC, rowid DESC LIMIT ${maxFiles}`,
    { id },
    replaced,
  )
  return files.map(({ hash, kind, created }) => ({ hash, kind, replacedOn: dayOf(created) }))
}

function buildRateLimitError(headers: ReturnType<http.ResponseWriter['header']>, seconds: number): ApiError {
  headers.set('Retry-After', String(seconds))
  const refusal = createErrorResponse('document.attempts', 429, { wait: String(seconds) })
  refusal.message = errorMessages['document.attempts'].replace('{wait}', formatDuration(seconds))
  return refusal
}
