import type { Field, Value, Values } from '../../../src/domain/fields/field.ts'
import { formatValue } from '../../../src/domain/fields/values.ts'
import { type ApproverFieldsInput, approverFieldsSchema } from '../../../src/domain/requests/approver-fields-input.ts'
import { listChangedFields } from '../../../src/domain/requests/field-changes.ts'
import { createVersionCache, type PublishedFormatVersion, type VersionLoader } from '../../formats/versions.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { createErrorResponse, getPathId, readInput } from '../../lib/http.ts'
import { generateRecordId } from '../../lib/record-id.ts'
import { executeSql } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireUser } from '../../lib/users.ts'
import type { ValidatedApproverFields } from '../actions/action.ts'
import { canDecide } from '../decision-rights.ts'
import { parseDraftValues } from '../drafts/draft-values.ts'
import { requireVisibleRequest, requireVisibleRequestById } from '../visibility.ts'
import {
  type ApproverFieldChanges,
  type ApproverFieldsUpdate,
  getVisibleApproverFields,
  loadApproverValues,
  recordApproverFields,
} from './approver-fields.ts'

const maxHistoryLength = 200

/**
 * `PUT /api/app/requests/{id}/filled` with `{values, updated?}` → `ApproverFields`: saves all approver fields together. Required fields may
 * be missing. Invalid values are refused under their field key.
 */
export function saveApproverFields(e: core.RequestEvent) {
  const caller = requireUser(e)
  const input = readInput(e, approverFieldsSchema)
  const filling = validateApproverFieldsInput(e.app, caller, getPathId(e), input, createVersionCache())
  writeInTransaction(e.app, (tx) => {
    if (!canDecide(tx, caller, filling.request)) throw createErrorResponse('request.forbidden', 403)
    writeApproverFields(tx, caller, filling)
  })
  const { request, visibility } = requireVisibleRequest(e.app, e, caller)
  return e.json(200, getVisibleApproverFields(e.app, request, visibility, caller))
}

/** Validates approver values. Refuses callers who cannot decide the request. `updated`: version of the stored values that the client read. */
export function validateApproverFieldsInput(
  app: CoreApp,
  caller: core.Record,
  id: string,
  { values: input, updated }: ApproverFieldsInput,
  versionOf: VersionLoader,
): ValidatedApproverFields {
  const inputValues = parseDraftValues(JSON.stringify(input))
  const { request } = requireVisibleRequestById(app, id, caller)
  const version = versionOf(app, request.getString('formatVersion'))
  if (!canDecide(app, caller, id) || !version?.approverFields.length)
    throw createErrorResponse('request.forbidden', 403)
  if (updated !== undefined && updated !== loadApproverValues(app, id).updated)
    throw createErrorResponse('request.changed', 409)
  const text = request.getString('values')
  const { values, errors } = version.validateApproverValues(parseStoredJson<Values>(text, {}), inputValues)
  const wrong = Object.entries(errors).filter(([, code]) => code !== 'required')
  if (wrong.length) throw createErrorResponse('request.filled', 400, Object.fromEntries(wrong))
  return { request: id, updated, text, values, version }
}

/**
 * Stores the values that an approver fills in, records them in the history and returns the changes; `undefined` if there are none. Refuses them if
 * another user has changed the request or its approver values since they were validated.
 */
export function writeApproverFields(
  tx: CoreApp,
  caller: core.Record,
  { request, updated, text, values, version }: ValidatedApproverFields,
): ApproverFieldsUpdate | undefined {
  const before = loadApproverValues(tx, request)
  const isStale = updated !== undefined && updated !== before.updated
  if (isStale || tx.findRecordById('requests', request).getString('values') !== text)
    throw createErrorResponse('request.changed', 409)
  const own = parseStoredJson<Values>(text, {})
  const changes = describeChanges(version, own, { ...before.filled, ...before.internal }, values)
  if (!changes) return undefined
  upsertApproverValues(tx, request, version.approverFields, values)
  recordApproverFields(tx, caller, request, changes)
  return { before, after: loadApproverValues(tx, request).updated, changes }
}

function upsertApproverValues(tx: CoreApp, request: string, fields: readonly Field[], values: Values) {
  const of = (approvers: Field['approvers']) =>
    JSON.stringify(
      Object.fromEntries(
        fields.flatMap(({ key, ...field }) =>
          field.approvers === approvers && values[key] !== undefined ? [[key, values[key]]] : [],
        ),
      ),
    )
  executeSql(
    tx,
    `INSERT INTO approver_values (id, request, filled, internal, created, updated)
     VALUES ({:id}, {:request}, {:filled}, {:internal}, {:now}, {:now})
     ON CONFLICT (request) DO UPDATE SET filled = excluded.filled, internal = excluded.internal, updated = excluded.updated`,
    { id: generateRecordId(), request, filled: of('fill'), internal: of('keep'), now: formatTimestamp() },
  )
}

/** Returns the previous and new text of each changed field, by field label; `undefined` if nothing changed. */
function describeChanges(
  { fields, approverFields }: PublishedFormatVersion,
  own: Values,
  before: Values,
  after: Values,
): ApproverFieldChanges | undefined {
  const formatForHistory = (field: Field, value: Value | undefined) =>
    value === undefined ? '' : formatValue(field, value).slice(0, maxHistoryLength)
  const changes = listChangedFields([...fields, ...approverFields], { ...own, ...before }, { ...own, ...after })
  const theirs = changes.filter(({ field }) => field.approvers)
  if (!theirs.length) return undefined
  return Object.fromEntries(
    theirs.map(({ field, ...change }) => [
      field.label,
      { from: formatForHistory(field, change.before), to: formatForHistory(field, change.after) },
    ]),
  )
}
