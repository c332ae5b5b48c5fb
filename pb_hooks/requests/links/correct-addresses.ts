import { maxTimesSent } from '../../../src/domain/deliveries/delivery.ts'
import { correctionsSchema } from '../../../src/domain/deliveries/delivery-input.ts'
import type { DeliveryResult } from '../../../src/domain/deliveries/delivery-output.ts'
import type { ErrorCode } from '../../../src/domain/errors.ts'
import { parseEmail } from '../../../src/domain/fields/field-type-handlers.ts'
import { addressSchema } from '../../../src/domain/links/link-input.ts'
import { deleteQueued, deleteQueuedLinks, queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { getUndoSeconds } from '../../lib/environment.ts'
import { recordEvents } from '../../lib/events.ts'
import { createErrorResponse, getPathId, readInput } from '../../lib/http.ts'
import { generateRecordId, getIds } from '../../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { isAdmin, requireCurrentRole, requireUser } from '../../lib/users.ts'
import { createLinks, createMissingGuests } from '../../links/links.ts'
import { askSigners, resetLinks } from '../signing/request-signatures.ts'
import { loadManagedLinks, type ManagedLink } from './managed-links.ts'

/** Returns the data that a call stores with its mails, and a function that returns what undoes them. */
export function createUndoableCall(caller: core.Record) {
  const call = { id: generateRecordId(), asker: caller.id, seconds: getUndoSeconds() }
  const { id, seconds } = call
  const getUndo = (changed: number) => changed > 0 && seconds > 0 && { undo: { id, seconds } }
  return { call, getUndo }
}

export function findDeliveryRefusal(link: ManagedLink | undefined): ErrorCode | undefined {
  if (!link) return 'request.notFound'
  if (!link.isOpen) return 'delivery.document'
  return link.timesSent >= maxTimesSent ? 'delivery.limit' : undefined
}

/** Link with the address to which it moves. */
type CorrectedLink = ManagedLink & { to: string }

/** Returns a typed address in its stored form; empty if it is invalid. */
function parseAddress(typed: string): string {
  const parsed = parseEmail(typed)
  return 'value' in parsed ? String(parsed.value) : ''
}

/**
 * `POST /api/app/deliveries/correct` with `{corrections: [{request, email}]}` → `DeliveryResult`: sends documents to other addresses. The
 * address is stored in the link; the values of the request, which were approved, stay as they are.
 */
export function correctAddresses(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { corrections } = readInput(e, correctionsSchema)
  const addresses = new Map(corrections.map(({ request, email }) => [request, parseAddress(email)]))
  const { call, getUndo } = createUndoableCall(caller)
  const result: DeliveryResult = { changed: 0, skipped: [] }
  writeInTransaction(e.app, (tx) => {
    requireCurrentRole(tx, caller)
    const known = loadManagedLinks(tx, caller, 'deliver', [...addresses.keys()])
    const corrected: CorrectedLink[] = []
    for (const [id, to] of addresses) {
      const [link] = known.get(id) ?? []
      const code = findDeliveryRefusal(link) ?? (link?.isClaimed ? 'delivery.waiting' : to ? undefined : 'email')
      if (code) result.skipped.push({ id, code })
      else if (link) corrected.push({ ...link, to })
    }
    const linked = corrected.filter(({ id }) => id)
    moveLinks(tx, caller, 'deliveryCorrected', corrected)
    const created = createLinks(
      tx,
      'deliver',
      corrected.flatMap(({ id, request, to }) => (id ? [] : [{ request, email: to, name: '' }])),
    )
    const former = Object.fromEntries(linked.map(({ id, guest }) => [id, guest]))
    queueDeliveries(tx, [...getIds(linked), ...created], { ...call, former })
    result.changed = corrected.length
  })
  return e.json(200, { ...result, ...getUndo(result.changed) })
}

/** `POST /api/app/signatures/{id}/correct` with `{email}` → 204: sends a signer's mail to another address. The former link ends. */
export function correctSigner(e: core.RequestEvent) {
  const caller = requireUser(e)
  const to = parseAddress(readInput(e, addressSchema).email)
  if (!to) throw createErrorResponse('invalid', 400, { email: 'email' })
  const id = getPathId(e)
  writeInTransaction(e.app, (tx) => {
    requireCurrentRole(tx, caller)
    const query = "SELECT request FROM links WHERE id = {:id} AND purpose = 'sign'"
    const { request } = queryRow(tx, query, { id }, { request: '' }) ?? { request: '' }
    const link = loadManagedLinks(tx, caller, 'sign', [request])
      .get(request)
      ?.find((one) => one.id === id)
    if (!link) throw createErrorResponse('request.notFound', 404)
    if (link.state === 'signed' || !link.isOpen) throw createErrorResponse('sign.none', 409)
    if (link.timesSent >= maxTimesSent) throw createErrorResponse('delivery.limit', 409)
    if (link.isClaimed) throw createErrorResponse('delivery.waiting', 409)
    moveLinks(tx, caller, 'signCorrected', [{ ...link, to }])
    resetLinks(tx, [id])
    askSigners(tx, [request])
  })
  return e.noContent(204)
}

/** Moves links to the guests of other addresses, and records it. Deletes their mails from the queue. */
function moveLinks(
  tx: CoreApp,
  caller: core.Record,
  action: 'deliveryCorrected' | 'signCorrected',
  corrected: CorrectedLink[],
) {
  refuseTooManyCorrections(tx, caller, corrected.length)
  createMissingGuests(
    tx,
    corrected.map(({ to }) => ({ email: to, name: '' })),
  )
  deleteQueuedLinks(tx, getIds(corrected))
  // Keeps the link of a mail that arrived, because an undo restores it. The next mail replaces it.
  executeSql(
    tx,
    `UPDATE OR IGNORE links SET guest = guests.id, tokenHash = iif(links.state IN ('sent', 'opened'), tokenHash, ''), updated = {:now}
     FROM json_each({:corrected}) AS one JOIN guests ON guests.email = one.value ->> 'to' COLLATE NOCASE
     WHERE links.id = one.value ->> 'id'`,
    { corrected: JSON.stringify(corrected.map(({ id, to }) => ({ id, to }))), now: formatTimestamp() },
  )
  const lines = corrected.map(({ request, owner, email, to }) => ({
    subjectId: request,
    owner,
    details: { from: email, email: to },
  }))
  recordEvents(tx, { subject: 'requests', action, actor: caller }, lines)
}

/** Maximum addresses that a requester corrects in a day, because each correction sends a mail to an address of their choice. */
const maxCorrectionsPerDay = 1000

function refuseTooManyCorrections(tx: CoreApp, caller: core.Record, count: number) {
  if (isAdmin(caller)) return
  // The first condition lets SQLite use the index of rare actions.
  const query = `SELECT count(*) AS n FROM events WHERE action NOT IN ('submit', 'approve', 'document', 'create')
    AND action IN ('deliveryCorrected', 'signCorrected') AND actor = {:me} AND created > {:since}`
  const since = formatTimestamp(Date.now() - 86_400_000)
  const earlier = queryRow(tx, query, { me: caller.id, since }, { n: 0 })?.n ?? 0
  if (earlier + count > maxCorrectionsPerDay) throw createErrorResponse('delivery.corrections', 429)
}

/** `POST /api/app/deliveries/{id}/undo` → `{changed}`: removes the mails of a call from the queue and restores the former addresses. */
export function undoDeliveries(e: core.RequestEvent) {
  const caller = requireUser(e)
  const params = { call: getPathId(e), me: caller.id, now: formatTimestamp() }
  let changed = 0
  writeInTransaction(e.app, (tx) => {
    const open = 'call = {:call} AND asker = {:me} AND due > {:now} AND attempts = 0'
    const undone = queryRows(
      tx,
      `SELECT request AS subjectId, requests.owner, links.id AS link, state FROM delivery_mails JOIN links ON links.id = link
       JOIN requests ON requests.id = request WHERE ${open}`,
      params,
      { subjectId: '', owner: '', link: '', state: '' },
    )
    if (!params.call || !undone.length) throw createErrorResponse('request.undo', 409)
    executeSql(
      tx,
      `UPDATE links SET guest = former FROM delivery_mails WHERE delivery_mails.link = links.id AND former != '' AND ${open}`,
      params,
    )
    deleteQueued(tx, open, params)
    // Queues the first mail again, which the call had replaced.
    queueDeliveries(
      tx,
      undone.flatMap(({ link, state }) => (state === 'waiting' ? [link] : [])),
    )
    recordEvents(
      tx,
      { subject: 'requests', action: 'deliveryUndone', actor: caller },
      undone.map(({ subjectId, owner }) => ({ subjectId, owner })),
    )
    changed = undone.length
  })
  return e.json(200, { changed })
}
