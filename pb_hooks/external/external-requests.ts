import type { ErrorCode } from '../../src/domain/errors.ts'
import {
  type ExternalFormChoice,
  externalFormChoiceSchema,
  externalRequestSchema,
} from '../../src/domain/external/external-input.ts'
import type { ExternalForm } from '../../src/domain/external/external-output.ts'
import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { findVersion, type PublishedFormatVersion } from '../formats/versions.ts'
import { formatTimestamp, getValidationContext } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { isReservedForBatch } from '../lib/record-id.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireGuest } from '../lib/users.ts'
import { createLinks } from '../links/links.ts'
import { loadCall } from '../requests/actions/call.ts'
import { type ChunkedActionResult, runOnChunk } from '../requests/actions/run-action.ts'
import { parseDraftValues } from '../requests/drafts/draft-values.ts'
import { updateApproverPages } from '../requests/effects/notify-approvers.ts'
import { findRecordOfPerson, findSourceList, requireExternalVersion } from './external-access.ts'
import { countExternalCall } from './external-limits.ts'

/** Form of a new request, or of a returned one. */
interface OpenedForm {
  version: PublishedFormatVersion
  /** Id of the returned request; empty for a new one. */
  request: string
  /** Number of the request if its correction was sent already; empty otherwise. */
  sent: string
  values: Values
  /** Values from the list, which the person cannot change. */
  filled: Values
  reason: string
  notes: Record<string, string>
}

/** `POST /api/app/external/form`: `ExternalFormChoice` → `ExternalForm`, with the session of a guest. */
export function openExternalForm(e: core.RequestEvent) {
  const guest = requireGuest(e)
  const choice = readInput(e, externalFormChoiceSchema)
  countExternalCall(e.app, 'record', guest.email(), e.realIP())
  const { version, sent, values, filled, reason, notes } = openForm(e.app, guest, choice)
  if (sent) throw createErrorResponse('link.expired', 404)
  const { name, description, fields } = version
  const { today, country, letters } = getValidationContext(e.app)
  const answer: ExternalForm = {
    ...{ name, description, fields, reason, notes },
    values: { ...values, ...filled },
    locked: Object.keys(filled),
    ...{ today, country, usesOwnFonts: letters !== undefined },
  }
  return e.json(200, answer)
}

/**
 * `POST /api/app/external/requests` → `{number}`. Submits a new request of the guest, or the correction of a returned one. The values of the list are
 * read again, whatever the client sent.
 */
export function submitExternalRequest(e: core.RequestEvent) {
  const guest = requireGuest(e)
  const { id, values: typed, ...choice } = readInput(e, externalRequestSchema)
  const earlier = choice.link ? undefined : findSentNumber(e.app, guest, id)
  if (earlier) return e.json(200, { number: earlier })
  countExternalCall(e.app, 'request', guest.email(), e.realIP())
  const opened = openForm(e.app, guest, choice)
  const values = JSON.stringify({ ...typed, ...opened.filled })
  if (opened.sent) return e.json(200, { number: requireSameValues(opened, JSON.parse(values)) })
  parseDraftValues(values)
  const number = submit(e.app, guest, opened, opened.request || id, values)
  return e.json(200, { number })
}

function openForm(app: CoreApp, guest: core.Record, { format, record, link }: ExternalFormChoice): OpenedForm {
  if (link) return openReturned(app, guest, link)
  const version = requireExternalVersion(app, format)
  const filled = version.external.who === 'anyone' ? {} : findRecordOfPerson(app, version, record, guest.email())
  if (!filled) throw createErrorResponse('external.record', 404)
  return { version, request: '', sent: '', values: {}, filled, reason: '', notes: {} }
}

/** Opens the returned request of a guest's link, or one that was returned and sent again. If its record has left the list, its earlier values stay. */
function openReturned(app: CoreApp, guest: core.Record, link: string): OpenedForm {
  const found = queryRow(
    app,
    `SELECT requests.id, iif(status = 'returned', '', number) AS sent, formatVersion, "values", reason, ifnull((SELECT details -> 'notes' FROM events
       WHERE subject = 'requests' AND subjectId = requests.id AND action = 'return' ORDER BY rowid DESC LIMIT 1), '') AS notes
     FROM links JOIN requests ON requests.id = request
     WHERE links.id = {:link} AND guest = {:guest} AND purpose = 'ask' AND state != 'cancelled' AND expires > {:now} AND status != 'draft'`,
    { link, guest: guest.id, now: formatTimestamp() },
    { id: '', sent: '', formatVersion: '', values: '', reason: '', notes: '' },
  )
  const version = found && findVersion(app, found.formatVersion)
  if (!version) throw createErrorResponse('link.expired', 404)
  const values = parseStoredJson<Values>(found.values, {})
  const { by = '', keys = [] } = findSourceList(app, version) ?? {}
  const stored = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)))
  return {
    ...{ version, values, request: found.id, sent: found.sent, reason: found.reason },
    filled: findRecordOfPerson(app, version, values[by], guest.email()) ?? stored,
    notes: parseStoredJson(found.notes, {}),
  }
}

/** Returns the number of a request that was sent with these values, because the client got no answer. Throws if the values differ: the request is not returned. */
function requireSameValues({ sent, values }: OpenedForm, typed: Values): string {
  const isSame = Object.entries(typed).every(([key, value]) => isDeepEqual(values[key] ?? null, value ?? null))
  if (!isSame) throw createErrorResponse('link.expired', 404)
  return sent
}

/** Returns the number of a request that the guest has already sent with this id. */
function findSentNumber(app: CoreApp, guest: core.Record, id: string): string | undefined {
  const query = `SELECT number FROM links JOIN requests ON requests.id = request
    WHERE request = {:id} AND purpose = 'ask' AND guest = {:guest}`
  return queryRow(app, query, { id, guest: guest.id }, { number: '' })?.number
}

/** Writes and submits the request in the name of the owner of external requests. Returns its number. */
function submit(app: CoreApp, guest: core.Record, opened: OpenedForm, id: string, values: string): string {
  const call = loadCall(app, app.findRecordById('users', externalOwnerId), 'submit', { ids: [id] })
  const result: ChunkedActionResult = { changed: [], skipped: [], documents: [], routedVersions: new Set() }
  // Validates before the transaction, because other writers wait for it. The transaction reuses the result.
  call.versionOf(app, opened.version.id)?.validate(JSON.parse(values), externalOwnerId)
  writeInTransaction(app, (tx) => {
    // A parallel call with the same id may have submitted the request meanwhile.
    if (!opened.request && findSentNumber(tx, guest, id)) return
    if (opened.request)
      executeSql(tx, `UPDATE requests SET "values" = {:values} WHERE id = {:id} AND status = 'returned'`, {
        id,
        values,
      })
    else createDraft(tx, opened.version, id, values)
    runOnChunk(tx, call, { ids: [id], live: new Set([id]) }, result, false)
    const [refused] = result.skipped
    if (refused) throw createErrorResponse(refused.code as ErrorCode, 400, refused.errors)
    createLinks(tx, 'ask', [{ request: id, email: guest.email(), name: '' }])
  })
  updateApproverPages(app, result.routedVersions, [id])
  return findSentNumber(app, guest, id) ?? ''
}

function createDraft(tx: CoreApp, version: PublishedFormatVersion, id: string, values: string) {
  const isTaken = queryRow(tx, 'SELECT id FROM requests WHERE id = {:id}', { id }, { id: '' })
  if (isTaken || isReservedForBatch(tx, id)) throw createErrorResponse('request.forbidden', 403)
  const draft = new Record(tx.findCachedCollectionByNameOrId('requests'))
  const columns = { format: version.format, formatVersion: version.id, owner: externalOwnerId }
  draft.load({ id, ...columns, values, status: 'draft', documentStatus: 'none' })
  writeAndPushRecord(tx, draft)
}
