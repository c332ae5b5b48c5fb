import { maxTimesSent } from '../../../src/domain/deliveries/delivery.ts'
import { correctionsSchema, deliveryTargetsSchema } from '../../../src/domain/deliveries/delivery-input.ts'
import type { DeliveryResult } from '../../../src/domain/deliveries/delivery-output.ts'
import type { ErrorCode } from '../../../src/domain/errors.ts'
import { parseEmail } from '../../../src/domain/fields/field-type-handlers.ts'
import { deleteQueued, queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { deliveryLinkOf, isDeliverable, isMailClaimed } from '../../deliveries/delivery-state.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { getUndoSeconds } from '../../lib/environment.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { recordEvents } from '../../lib/events.ts'
import { generateRecordId, getIds } from '../../lib/record-id.ts'
import { getPathId, readInput } from '../../lib/request-input.ts'
import { executeSql, queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { isAdmin, requireCurrentRole, requireUser } from '../../lib/users.ts'
import { createLinks, createMissingGuests } from '../../links/links.ts'
import { findActionTargets } from '../actions/targets.ts'
import { isManager } from './delivery-view.ts'

/** Number of requests per transaction; other writers can run between them. */
const chunkSize = 500

const deliverableColumns = {
  id: '',
  owner: '',
  link: '',
  guest: '',
  email: '',
  timesSent: 0,
  isReady: 0,
  isQueued: 0,
  /** 1 if a mail to the recipient is being sent. */
  isClaimed: 0,
}
type Deliverable = typeof deliverableColumns

/** Loads the deliveries of requests. Omits requests that the caller may not manage. */
function loadDeliverables(tx: CoreApp, caller: core.Record, ids: string[]): Map<string, Deliverable> {
  const found = queryRows(
    tx,
    `SELECT requests.id, requests.owner, ifnull(links.id, '') AS link, ifnull(links.guest, '') AS guest, ifnull(guests.email, '') AS email,
       ifnull(links.timesSent, 0) AS timesSent, ifnull(${isDeliverable}, 0) AS isReady, mail.link IS NOT NULL AS isQueued,
       ${isMailClaimed} AS isClaimed
     FROM json_each({:ids}) JOIN requests ON requests.id = value JOIN format_versions AS version ON version.id = requests.formatVersion
       LEFT JOIN links ON ${deliveryLinkOf('requests.id')} AND links.state != 'cancelled'
       LEFT JOIN guests ON guests.id = links.guest LEFT JOIN delivery_mails AS mail ON mail.link = links.id`,
    { ids: JSON.stringify(ids) },
    deliverableColumns,
  )
  return new Map(found.filter(({ owner }) => isManager(caller, owner)).map((each) => [each.id, each]))
}

type Skipped = DeliveryResult['skipped']

function findRefusal(one: Deliverable | undefined): ErrorCode | undefined {
  if (!one) return 'request.notFound'
  if (!one.isReady) return 'delivery.document'
  if (one.timesSent >= maxTimesSent) return 'delivery.limit'
  return undefined
}

/** `POST /api/app/deliveries/send` → `DeliveryResult`: sends documents again, after the time in which the call can be undone. */
export function sendAgain(e: core.RequestEvent) {
  const caller = requireUser(e)
  const ids = getIds(findActionTargets(e.app, readInput(e, deliveryTargetsSchema), caller))
  const call = { id: generateRecordId(), asker: caller.id, seconds: getUndoSeconds() }
  const skipped: Skipped = []
  let changed = 0
  for (let start = 0; start < ids.length; start += chunkSize) {
    if (start) engine.yieldToWriters()
    const chunk = ids.slice(start, start + chunkSize)
    const refused: Skipped = []
    let queued: Deliverable[] = []
    writeInTransaction(e.app, (tx) => {
      requireCurrentRole(tx, caller)
      const known = loadDeliverables(tx, caller, chunk)
      queued = chunk.flatMap((id) => {
        const one = known.get(id)
        const code =
          findRefusal(one) ??
          (!one?.link ? 'delivery.address' : one.isQueued ? ('delivery.waiting' as const) : undefined)
        if (code) refused.push({ id, code })
        return code || !one ? [] : [one]
      })
      queueDeliveries(
        tx,
        queued.map(({ link }) => link),
        call,
      )
      const lines = queued.map(({ id, owner, email }) => ({ subjectId: id, owner, details: { email } }))
      recordEvents(tx, { subject: 'requests', action: 'deliveryAgain', actor: caller }, lines)
    })
    skipped.push(...refused)
    changed += queued.length
  }
  return e.json(200, createResult(call, changed, skipped))
}

function createResult({ id, seconds }: { id: string; seconds: number }, changed: number, skipped: Skipped) {
  return { changed, skipped, ...(changed > 0 && seconds > 0 && { undo: { id, seconds } }) } satisfies DeliveryResult
}

/** Maximum addresses that a requester corrects in a day, because each correction sends a mail to an address of their choice. */
const maxCorrectionsPerDay = 1000

/**
 * `POST /api/app/deliveries/correct` with `{corrections: [{request, email}]}` → `DeliveryResult`: sends documents to other addresses. The
 * address is stored in the link; the values of the request, which were approved, stay as they are.
 */
export function correctAddresses(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { corrections } = readInput(e, correctionsSchema)
  const call = { id: generateRecordId(), asker: caller.id, seconds: getUndoSeconds() }
  const skipped: Skipped = []
  let changed = 0
  writeInTransaction(e.app, (tx) => {
    requireCurrentRole(tx, caller)
    const known = loadDeliverables(
      tx,
      caller,
      corrections.map(({ request }) => request),
    )
    const addresses = new Map<string, string>()
    for (const { request, email } of corrections) {
      const one = known.get(request)
      const parsed = parseEmail(email)
      const address = 'value' in parsed ? String(parsed.value) : ''
      const code = findRefusal(one) ?? (one?.isClaimed ? 'delivery.waiting' : address ? undefined : 'email')
      if (code) skipped.push({ id: request, code })
      else addresses.set(request, address)
    }
    refuseTooManyCorrections(tx, caller, addresses.size)
    saveCorrections(tx, caller, call, [...known.values()], addresses)
    changed = addresses.size
  })
  return e.json(200, createResult(call, changed, skipped))
}

function saveCorrections(
  tx: CoreApp,
  caller: core.Record,
  call: { id: string; asker: string; seconds: number },
  known: Deliverable[],
  addresses: ReadonlyMap<string, string>,
) {
  const corrected = known.flatMap((one) => {
    const email = addresses.get(one.id)
    return email ? [{ ...one, to: email }] : []
  })
  const linked = corrected.filter(({ link }) => link)
  createMissingGuests(
    tx,
    linked.map(({ to }) => ({ email: to, name: '' })),
  )
  deleteQueued(tx, 'link IN (SELECT value FROM json_each({:links}))', {
    links: JSON.stringify(linked.map(({ link }) => link)),
  })
  // Keeps the link of a mail that arrived, because an undo restores it. The next mail replaces it.
  executeSql(
    tx,
    `UPDATE OR IGNORE links SET guest = guests.id, tokenHash = iif(links.state IN ('sent', 'opened'), tokenHash, ''), updated = {:now}
     FROM json_each({:linked}) AS one JOIN guests ON guests.email = one.value ->> 'to' COLLATE NOCASE
     WHERE links.id = one.value ->> 'link'`,
    { linked: JSON.stringify(linked.map(({ link, to }) => ({ link, to }))), now: formatTimestamp() },
  )
  const created = createLinks(
    tx,
    'deliver',
    corrected.flatMap(({ id, to, link }) => (link ? [] : [{ request: id, email: to, name: '' }])),
  )
  const former = Object.fromEntries(linked.map(({ link, guest }) => [link, guest]))
  queueDeliveries(tx, [...linked.map(({ link }) => link), ...created], { ...call, former })
  recordEvents(
    tx,
    { subject: 'requests', action: 'deliveryCorrected', actor: caller },
    corrected.map(({ id, owner, email, to }) => ({ subjectId: id, owner, details: { from: email, email: to } })),
  )
}

/** Refuses corrections of addresses above the daily limit of a requester. */
export function refuseTooManyCorrections(tx: CoreApp, caller: core.Record, count: number) {
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
