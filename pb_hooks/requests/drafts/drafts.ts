import { summarizeRequest } from '../../../src/domain/fields/values.ts'
import { isRecordId } from '../../../src/domain/text/id.ts'
import { deleteStoredFiles } from '../../attachments/cleanup.ts'
import { assignDraftFiles, deleteDraftFiles } from '../../attachments/file-assignment.ts'
import { refuseForbiddenFormat } from '../../formats/format-access.ts'
import { findPublishedVersion, findVersion } from '../../formats/versions.ts'
import { recordEvents } from '../../lib/events.ts'
import { createErrorResponse, getRequestBody, refuseReservedFields } from '../../lib/http.ts'
import { refuseExpensiveQuery } from '../../lib/limits.ts'
import { writeAndPushRecord } from '../../lib/live-records.ts'
import { isReservedForBatch } from '../../lib/record-id.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { runRecordTransaction } from '../../lib/transaction.ts'
import { parseDraftValues } from './draft-values.ts'

/** Maximum drafts of one user. A draft holds up to 64 KiB, so that drafts without a limit would fill the disk. */
const maxDrafts = 500

/**
 * Creates a draft: `POST` of the `requests` collection with `{format, values, id?}`. `id` is chosen by the client. A repeated call with the
 * same `id` returns the existing draft.
 */
export function createDraft(e: core.RecordRequestEvent) {
  const draft = e.record
  const caller = e.auth
  if (!draft || e.hasSuperuserAuth()) return e.next()
  if (!caller) throw createErrorResponse('request.forbidden', 403)
  refuseExpensiveQuery(e)
  refuseServerFields(e, draft, ['id', 'format', 'values'])
  const id = chosenId(e)
  const again = findOwnRequest(e.app, id, caller.id)
  if (again) return e.json(200, again)
  if (id && (!isRecordId(id) || isReservedForBatch(e.app, id))) throw createErrorResponse('request.forbidden', 403)
  const version = findPublishedVersion(e.app, draft.getString('format'))
  if (!version) throw createErrorResponse('format.notPublished', 400, { format: 'format.notPublished' })
  refuseForbiddenFormat(e.app, version.format, caller)
  const values = parseDraftValues(draft.getString('values'))
  draft.set('values', values)
  draft.set('owner', caller.id)
  draft.set('status', 'draft')
  draft.set('documentStatus', 'none')
  draft.set('formatVersion', version.id)
  draft.load({ ...summarizeRequest(version, version.fields, values) })
  try {
    runRecordTransaction(e, (tx) => {
      if (countDrafts(tx, caller.id) >= maxDrafts) throw createErrorResponse('request.drafts')
      writeAndPushRecord(tx, draft, () => e.next())
      assignDraftFiles(tx, { id: draft.id, owner: caller.id }, version.fields, values)
      recordDraftEvent(tx, 'create', draft.id, caller)
      if (isEmpty(values)) deleteOtherEmptyDrafts(tx, draft, caller)
    })
  } catch (error) {
    const winner = findOwnRequest(e.app, id, caller.id)
    // Returns the same error as for an invalid id, so that the response does not disclose which ids exist.
    if (!winner) throw isTaken(e.app, id) ? createErrorResponse('request.forbidden', 403) : error
    return e.json(200, winner)
  }
}

/** Refuses a body that sets other fields than these. Times are ignored, because PocketBase sets them itself. */
function refuseServerFields(e: core.RecordRequestEvent, draft: core.Record, writable: string[]) {
  const fields = draft.collection().fields.fieldNames()
  const reserved = fields.filter((name) => ![...writable, 'created', 'updated'].includes(name))
  refuseReservedFields(e, reserved, 'request.forbidden')
}

function countDrafts(tx: CoreApp, owner: string): number {
  const query = "SELECT count(*) AS n FROM requests WHERE owner = {:owner} AND status = 'draft'"
  return queryRow(tx, query, { owner }, { n: 0 })?.n ?? 0
}

function chosenId(e: core.RecordRequestEvent): string {
  const { id } = getRequestBody(e)
  return typeof id === 'string' ? id : ''
}

function isTaken(app: CoreApp, id: string): boolean {
  return queryRow(app, 'SELECT id FROM requests WHERE id = {:id}', { id }, { id: '' }) !== undefined
}

function findOwnRequest(app: CoreApp, id: string, caller: string): core.Record | undefined {
  if (!id) return undefined
  return app.findRecordsByFilter('requests', 'id = {:id} && owner = {:caller}', '', 1, 0, { id, caller })[0]
}

/** Updates the values of a draft or returned request of the caller. `?updated=`: timestamp of the version that the client read; 409 if outdated. */
export function updateDraft(e: core.RecordRequestEvent) {
  const draft = e.record
  draft?.ignoreUnchangedFields(true)
  if (!draft || e.hasSuperuserAuth()) return e.next()
  refuseExpensiveQuery(e)
  refuseServerFields(e, draft, ['id', 'values'])
  runRecordTransaction(e, (tx) => {
    const stored = tx.findRecordById('requests', draft.id)
    const status = stored.getString('status')
    if (stored.getString('owner') !== e.auth?.id) throw createErrorResponse('request.notFound', 404)
    if (status !== 'draft' && status !== 'returned') throw createErrorResponse('request.frozen')
    refuseOutdatedVersion(e, stored)
    const version = findVersion(tx, stored.getString('formatVersion'))
    if (!version) throw createErrorResponse('format.notPublished')
    const values = parseDraftValues(draft.getString('values'))
    draft.set('values', values)
    draft.load({ ...summarizeRequest(version, version.fields, values) })
    writeAndPushRecord(tx, draft, () => e.next())
    assignDraftFiles(tx, { id: draft.id, owner: stored.getString('owner') }, version.fields, values)
    if (status === 'draft' && e.auth && isEmpty(values)) deleteOtherEmptyDrafts(tx, draft, e.auth)
  })
}

/** Refuses a call whose `?updated=` is not the timestamp of the draft. */
function refuseOutdatedVersion(e: core.RecordRequestEvent, draft: core.Record) {
  const seen = e.requestInfo().query.updated
  if (seen && seen !== draft.getString('updated')) throw createErrorResponse('request.changed', 409)
}

const isEmpty = (values: object) => Object.keys(values).length === 0

/** Deletes other drafts of the user without values in the same format, so that only the newest empty draft remains. */
function deleteOtherEmptyDrafts(tx: CoreApp, draft: core.Record, owner: core.Record) {
  const others = queryRows(
    tx,
    `SELECT id FROM requests WHERE owner = {:owner} AND status = 'draft' AND format = {:format} AND [[values]] IN ('', 'null', '{}')
       AND id != {:id} LIMIT 100`,
    { id: draft.id, owner: owner.id, format: draft.getString('format') },
    { id: '' },
  )
  for (const { id } of others) {
    const other = tx.findRecordById('requests', id)
    writeAndPushRecord(tx, other, () => tx.delete(other))
    recordDraftEvent(tx, 'delete', id, owner)
  }
}

/** Deletes a draft of the caller. `?updated=`: timestamp of the version that the client read; 409 if outdated. */
export function deleteDraft(e: core.RecordRequestEvent) {
  const draft = e.record
  const caller = e.auth
  if (!draft || e.hasSuperuserAuth()) return e.next()
  let files: ReturnType<typeof deleteDraftFiles> = []
  runRecordTransaction(e, (tx) => {
    const stored = tx.findRecordById('requests', draft.id)
    if (!caller || stored.getString('owner') !== caller.id) throw createErrorResponse('request.notFound', 404)
    if (stored.getString('status') !== 'draft') throw createErrorResponse('request.frozen')
    refuseOutdatedVersion(e, stored)
    files = deleteDraftFiles(tx, draft.id)
    writeAndPushRecord(tx, draft, () => e.next())
    recordDraftEvent(tx, 'delete', draft.id, caller)
  })
  deleteStoredFiles(e.app, files)
}

/** Records the creation or deletion of a draft. The realtime event is sent by the draft record itself. */
function recordDraftEvent(tx: CoreApp, action: 'create' | 'delete', id: string, owner: core.Record) {
  const [from, to] = action === 'create' ? ['', 'draft'] : ['draft', '']
  recordEvents(tx, { subject: 'requests', action, actor: owner }, [{ subjectId: id, owner: owner.id, from, to }])
}
