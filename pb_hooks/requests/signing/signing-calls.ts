import { maxTimesSent } from '../../../src/domain/deliveries/delivery.ts'
import { deliveryTargetsSchema } from '../../../src/domain/deliveries/delivery-input.ts'
import type { ErrorCode } from '../../../src/domain/errors.ts'
import { parseEmail } from '../../../src/domain/fields/field-type-handlers.ts'
import { addressSchema } from '../../../src/domain/links/link-input.ts'
import type { SignatureCallResult } from '../../../src/domain/links/signing-output.ts'
import { deleteQueued, queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { isMailClaimed } from '../../deliveries/delivery-state.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { recordEvents } from '../../lib/events.ts'
import { getIds } from '../../lib/record-id.ts'
import { getPathId, readInput } from '../../lib/request-input.ts'
import { executeSql, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireCurrentRole, requireUser } from '../../lib/users.ts'
import { createMissingGuests } from '../../links/links.ts'
import { findActionTargets } from '../actions/targets.ts'
import { refuseTooManyCorrections } from '../delivery/delivery-calls.ts'
import { isManager } from '../delivery/delivery-view.ts'
import { askSigners, cancelSignatures } from './request-signatures.ts'

/** Number of requests per transaction; other writers can run between them. */
const chunkSize = 200

const signatureColumns = {
  id: '',
  request: '',
  owner: '',
  email: '',
  state: '',
  timesSent: 0,
  isQueued: 0,
  /** 1 if a mail is being sent. */
  isClaimed: 0,
  /** 1 if the document can still be signed. */
  isOpen: 0,
}
type Signature = typeof signatureColumns

/** Loads the links to sign that match a condition. */
const loadSignatures = (tx: CoreApp, condition: string, params: Record<string, string>): Signature[] =>
  queryRows(
    tx,
    `SELECT links.id, links.request, requests.owner, guests.email, links.state, links.timesSent, mail.link IS NOT NULL AS isQueued,
       ${isMailClaimed} AS isClaimed,
       requests.status = 'approved' AND finality = 'preliminary' AND annulledAt = '' AND documentStatus = 'ready' AS isOpen
     FROM links JOIN requests ON requests.id = links.request JOIN guests ON guests.id = links.guest
       LEFT JOIN delivery_mails AS mail ON mail.link = links.id
     WHERE links.purpose = 'sign' AND ${condition} ORDER BY links.position`,
    params,
    signatureColumns,
  )

type ChangeRequest = (tx: CoreApp, signatures: Signature[]) => ErrorCode | undefined

/** Changes the signatures of the requests of a call, one transaction per chunk. `change`: returns why a request is skipped; it gets no signatures if the caller may not manage the request. */
function changeSignatures(e: core.RequestEvent, action: string, change: ChangeRequest) {
  const caller = requireUser(e)
  const ids = getIds(findActionTargets(e.app, readInput(e, deliveryTargetsSchema), caller))
  const result: SignatureCallResult = { changed: 0, skipped: [] }
  for (let start = 0; start < ids.length; start += chunkSize) {
    if (start) engine.yieldToWriters()
    const chunk = ids.slice(start, start + chunkSize)
    let skipped: SignatureCallResult['skipped'] = []
    writeInTransaction(e.app, (tx) => {
      requireCurrentRole(tx, caller)
      const condition = 'links.request IN (SELECT value FROM json_each({:requests}))'
      const all = loadSignatures(tx, condition, { requests: JSON.stringify(chunk) })
      const own = all.filter(({ owner }) => isManager(caller, owner))
      skipped = chunk.flatMap((id) => {
        const code = change(
          tx,
          own.filter(({ request }) => request === id),
        )
        return code ? { id, code } : []
      })
      const done = chunk.filter((id) => !skipped.some((one) => one.id === id))
      const lines = done.map((id) => ({ subjectId: id, owner: own.find(({ request }) => request === id)?.owner ?? '' }))
      recordEvents(tx, { subject: 'requests', action, actor: caller }, lines)
    })
    result.skipped.push(...skipped)
    result.changed += chunk.length - skipped.length
  }
  return e.json(200, result)
}

/**
 * `POST /api/app/signatures/ask` → `SignatureCallResult`: reminds the signers who have not signed. Those whose signature has expired, was cancelled or
 * was refused get a new link.
 */
export const askAgain = (e: core.RequestEvent) => changeSignatures(e, 'signAgain', askMissing)

function askMissing(tx: CoreApp, signatures: Signature[]): ErrorCode | undefined {
  const [first] = signatures
  const missing = signatures.filter(({ state }) => state !== 'signed')
  if (!first || !missing.length || !first.isOpen) return 'sign.none'
  if (missing.some(({ timesSent }) => timesSent >= maxTimesSent)) return 'delivery.limit'
  const ended = missing.filter(({ state }) => ['expired', 'cancelled', 'refused'].includes(state))
  resetLinks(tx, getIds(ended))
  const reminded = missing.filter(({ state, isQueued }) => !isQueued && ['sent', 'opened', 'failed'].includes(state))
  if (!ended.length && !reminded.length) return 'delivery.waiting'
  queueDeliveries(tx, getIds(reminded), { purpose: 'remind' })
  askSigners(tx, [first.request])
  return undefined
}

/** Sets links back to their state before the first mail. Their former tokens end. */
function resetLinks(tx: CoreApp, ids: string[]) {
  const params = { ids: JSON.stringify(ids), now: formatTimestamp() }
  executeSql(
    tx,
    `UPDATE links SET state = 'waiting', tokenHash = '', expires = '', openedAt = '', readHash = '', error = '', reminders = 0, updated = {:now}
     WHERE id IN (SELECT value FROM json_each({:ids}))`,
    params,
  )
  deleteQueued(tx, 'link IN (SELECT value FROM json_each({:ids}))', { ids: params.ids })
}

/** `POST /api/app/signatures/cancel` → `SignatureCallResult`: cancels the pending signatures. Those that exist stay valid. */
export const cancelSigning = (e: core.RequestEvent) =>
  changeSignatures(e, 'signCancelled', (tx, [first]) =>
    first && cancelSignatures(tx, [first.request]).length ? undefined : 'sign.none',
  )

/**
 * `POST /api/app/signatures/{id}/correct` with `{email}` → 204: sends a signer's mail to another address. The former link ends. The address is
 * stored in the link; the values of the request, which were approved, stay as they are.
 */
export function correctSigner(e: core.RequestEvent) {
  const caller = requireUser(e)
  const parsed = parseEmail(readInput(e, addressSchema).email)
  const email = 'value' in parsed ? String(parsed.value) : ''
  if (!email) throw createErrorResponse('invalid', 400, { email: 'email' })
  writeInTransaction(e.app, (tx) => {
    requireCurrentRole(tx, caller)
    const [one] = loadSignatures(tx, 'links.id = {:id}', { id: getPathId(e) })
    if (!one || !isManager(caller, one.owner)) throw createErrorResponse('request.notFound', 404)
    if (one.state === 'signed' || !one.isOpen) throw createErrorResponse('sign.none', 409)
    if (one.timesSent >= maxTimesSent) throw createErrorResponse('delivery.limit', 409)
    if (one.isClaimed) throw createErrorResponse('delivery.waiting', 409)
    refuseTooManyCorrections(tx, caller, 1)
    createMissingGuests(tx, [{ email, name: '' }])
    executeSql(
      tx,
      'UPDATE links SET guest = guests.id FROM guests WHERE guests.email = {:email} COLLATE NOCASE AND links.id = {:id}',
      { id: one.id, email },
    )
    resetLinks(tx, [one.id])
    askSigners(tx, [one.request])
    const line = { subjectId: one.request, owner: one.owner, details: { from: one.email, email } }
    recordEvents(tx, { subject: 'requests', action: 'signCorrected', actor: caller }, [line])
  })
  return e.noContent(204)
}
