import type { OpenedDocument } from '../../src/domain/documents/document-verification-output.ts'
import { holderDigitsSchema } from '../../src/domain/documents/verification-input.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { countAttempt, createWaitError, refundAttempt } from '../lib/limits.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { findIssuedDocument, serveIssuedDocument, setPrivateHeaders } from './document-verification.ts'
import { loadVerifiedFields } from './verified-fields.ts'

/** Limit of wrong digits per network, besides that of a document: without it, one client could block every document whose code it knows. */
const wrongDigits = { what: 'wrong digits', max: 30, seconds: 300 }
const maxWrongDigits = 5
const blockSeconds = 86_400

/** `POST /api/app/documents/{code}`: `{digits}` → `OpenedDocument`, the fields that the verification page does not show to everyone. */
export function openDocument(e: core.RequestEvent) {
  const { others } = requireDigits(e)
  return e.json(200, { fields: others } satisfies OpenedDocument)
}

/** `POST /api/app/documents/{code}/file`: `{digits}` → PDF. The response has no address that could be passed on. */
export function downloadOpenedDocument(e: core.RequestEvent) {
  serveIssuedDocument(e, requireDigits(e).request, 'attachment')
}

/**
 * Returns the document of the path's code and its fields if the body has the holder's last digits. All other calls get the same error until the
 * document is blocked: unknown codes, documents without digits, wrong digits.
 */
function requireDigits(e: core.RequestEvent) {
  setPrivateHeaders(e)
  const { digits } = readInput(e, holderDigitsSchema)
  const address = e.realIP()
  const wait = countAttempt(e.app, wrongDigits, address)
  if (wait) throw createWaitError(e.response, 'document.digitAttempts', wait)
  const request = findIssuedDocument(e)
  if (!request) throw createErrorResponse('document.digits')
  const { others, digits: expected } = loadVerifiedFields(e.app, request)
  // Counts the attempt before it compares, so that parallel attempts are all counted.
  const blocked = expected ? countDocumentAttempt(e.app, request.id) : 0
  if (blocked) throw createWaitError(e.response, 'document.blocked', blocked)
  if (digits !== expected) throw createErrorResponse('document.digits')
  refundAttempt(e.app, wrongDigits, address)
  // Refunds only this attempt: a reset by the holder would allow an attacker five more.
  executeSql(e.app, 'UPDATE wrong_digits SET attempts = attempts - 1 WHERE request = {:id}', { id: request.id })
  return { request, others }
}

/** Counts an attempt in one statement; returns 0, or the seconds to wait. The first attempt starts a period of a day; the fifth blocks the document for a day. */
function countDocumentAttempt(app: CoreApp, request: string): number {
  const now = Math.floor(Date.now() / 1000)
  const params = { request, now, until: now + blockSeconds, max: maxWrongDigits }
  // Replaces an end over 60 s later than this call's, because only a wrong clock sets it.
  const isOver = '(until <= {:now} OR until > {:until} + 60)'
  const counted = queryRow(
    app,
    `INSERT INTO wrong_digits (request, attempts, until) VALUES ({:request}, 1, {:until})
     ON CONFLICT DO UPDATE SET attempts = iif(${isOver}, 1, attempts + 1),
       until = iif(${isOver} OR attempts + 1 = {:max}, {:until}, until)
     WHERE ${isOver} OR attempts < {:max} RETURNING attempts`,
    params,
    { attempts: 0 },
  )
  if (counted) return 0
  const { until = 0 } =
    queryRow(app, 'SELECT until FROM wrong_digits WHERE request = {:request}', { request }, { until: 0 }) ?? {}
  return Math.max(1, until - now)
}
