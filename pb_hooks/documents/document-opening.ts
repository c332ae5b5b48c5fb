import type { OpenedDocument } from '../../src/domain/documents/document-verification-output.ts'
import { holderDigitsSchema } from '../../src/domain/documents/verification-input.ts'
import { formatDuration } from '../../src/domain/time/duration.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { countAttempt, createWaitError, refundAttempt } from '../lib/limits.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireAdmin } from '../lib/users.ts'
import { requireVisibleRequest } from '../requests/visibility.ts'
import { findIssuedDocument, serveIssuedDocument, setPrivateHeaders } from './document-verification.ts'
import { loadVerifiedFields } from './verified-fields.ts'

/** Limit of wrong digits per network, besides that of a document: without it, one client could block every document whose code it knows. */
const wrongDigits = { what: 'wrong digits', max: 30, seconds: 300 }
/** Number of wrong attempts that block a document. */
const maxWrongDigits = 5
const daySeconds = 86_400
/** Days of the first, second and each further block of a document. They get longer, because an attacker has only 10,000 combinations to try. */
const blockDays = [1, 7, 30]
const longestBlockDays = 30

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
  const attempts = expected ? countDocumentAttempt(e, request.id) : 0
  if (digits !== expected) {
    if (attempts && attempts % maxWrongDigits === 0) recordBlock(e.app, request.id, attempts)
    throw createErrorResponse('document.digits')
  }
  refundAttempt(e.app, wrongDigits, address)
  // Refunds only this attempt: a reset by the holder would allow an attacker five more.
  executeSql(e.app, 'UPDATE wrong_digits SET attempts = attempts - 1 WHERE request = {:id}', { id: request.id })
  return { request, others }
}

/** Counts an attempt in one statement and returns the number of attempts. Each fifth blocks the document. Throws if the document is blocked. */
function countDocumentAttempt(e: core.RequestEvent, request: string): number {
  const now = Math.floor(Date.now() / 1000)
  const params = { request, now, max: maxWrongDigits, days: JSON.stringify(blockDays), longest: longestBlockDays }
  // Ignores an end over 60 s later than the longest block, because only a wrong clock sets it.
  const isOpen = `until <= {:now} OR until > {:now} + ${daySeconds} * {:longest} + 60`
  const counted = queryRow(
    e.app,
    `INSERT INTO wrong_digits (request, attempts, until) VALUES ({:request}, 1, 0)
     ON CONFLICT DO UPDATE SET attempts = attempts + 1,
       until = iif((attempts + 1) % {:max}, 0, {:now} + ${daySeconds} * ifnull({:days} ->> (attempts / {:max}), {:longest}))
     WHERE attempts % {:max} OR ${isOpen} RETURNING attempts`,
    params,
    { attempts: 0 },
  )
  if (counted) return counted.attempts
  const query = 'SELECT until FROM wrong_digits WHERE request = {:request}'
  const { until = 0 } = queryRow(e.app, query, { request }, { until: 0 }) ?? {}
  throw createWaitError(e.response, 'document.blocked', Math.max(1, until - now))
}

/** Records a block in the history of the request. */
function recordBlock(app: CoreApp, request: string, attempts: number) {
  const days = blockDays[attempts / maxWrongDigits - 1] ?? longestBlockDays
  const reason = `Por ${formatDuration(days * daySeconds)}.`
  writeInTransaction(app, (tx) =>
    recordEvent(tx, { subject: 'requests', subjectId: request, action: 'digitsBlocked', reason }),
  )
}

/** `DELETE /api/app/requests/{id}/digits`: ends the block of a document, and deletes its wrong attempts. */
export function unblockDocument(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { id } = requireVisibleRequest(e.app, e, caller).request
  writeInTransaction(e.app, (tx) => {
    executeSql(tx, 'DELETE FROM wrong_digits WHERE request = {:id}', { id })
    recordEvent(tx, { subject: 'requests', subjectId: id, actor: caller, action: 'digitsUnblocked' })
  })
  return e.noContent(204)
}
