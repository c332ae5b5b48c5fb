import type { Field, Value, Values } from '../../../src/domain/fields/field.ts'
import { formatValue } from '../../../src/domain/fields/values.ts'
import { type ApproverFieldsInput, approverFieldsSchema } from '../../../src/domain/requests/approver-fields-input.ts'
import { listChangedFields } from '../../../src/domain/requests/field-changes.ts'
import { createVersionCache, type VersionLoader } from '../../formats/versions.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { generateRecordId } from '../../lib/record-id.ts'
import { getPathId, readInput } from '../../lib/request-input.ts'
import { executeSql } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireUser } from '../../lib/users.ts'
import { canDecide } from '../decision-rights.ts'
import { parseDraftValues } from '../drafts/draft-values.ts'
import { recordApproverFields } from '../effects/effects.ts'
import { requireVisibleRequest, requireVisibleRequestById } from '../visibility.ts'
import {
  type ApproverFieldChanges,
  type ApproverFieldsUpdate,
  getVisibleApproverFields,
  loadApproverValues,
  restoreApproverValues,
} from './approver-fields.ts'

const maxHistoryLength = 200

/**
 * `PUT /api/app/requests/{id}/filled` with `{values, updated?}` → `ApproverFields`: saves all approver fields at once. Required fields may
 * be missing. Invalid values are refused under their field key.
 */
export function saveApproverFields(e: core.RequestEvent) {
  const caller = requireUser(e)
  const id = getPathId(e)
  const filling = validateApproverFieldsInput(
    e.app,
    caller,
    id,
    readInput(e, approverFieldsSchema),
    createVersionCache(),
  )
  writeInTransaction(e.app, (tx) => {
    const written = writeApproverFields(tx, caller, filling)
    if (written) recordApproverFields(tx, caller, id, written.changes)
  })
  const { request, visibility } = requireVisibleRequest(e.app, e, caller)
  return e.json(200, getVisibleApproverFields(e.app, request, visibility, caller))
}

/** Approver values of a request. They are validated before the transaction, because a table of many rows takes long. */
export interface ValidatedApproverFields {
  request: string
  updated: string | undefined
  /** Requester's values as JSON: the values that the approver fields were validated against. */
  text: string
  values: Values
  versionOf: VersionLoader
}

export function validateApproverFieldsInput(
  app: CoreApp,
  caller: core.Record,
  request: string,
  asked: ApproverFieldsInput,
  versionOf: VersionLoader,
): ValidatedApproverFields {
  const inputValues = parseDraftValues(JSON.stringify(asked.values))
  const { version, text } = loadFillableRequest(app, caller, { request, updated: asked.updated, versionOf })
  const { values, errors } = version.validateDeciderValues(parseStoredJson<Values>(text, {}), inputValues)
  const wrong = Object.entries(errors).filter(([, code]) => code !== 'required')
  if (wrong.length) throw createErrorResponse('request.filled', 400, Object.fromEntries(wrong))
  return { request, updated: asked.updated, text, values, versionOf }
}

/** Stores the values that an approver fills in, and returns the changes; `undefined` if there are none. */
export function writeApproverFields(
  tx: CoreApp,
  caller: core.Record,
  filling: ValidatedApproverFields,
): ApproverFieldsUpdate | undefined {
  const { request, text, values } = filling
  const { version, before, text: now } = loadFillableRequest(tx, caller, filling)
  // The request may have been returned and submitted again since validation.
  if (now !== text) throw createErrorResponse('request.changed', 409)
  const changes = describeChanges(
    version,
    parseStoredJson<Values>(text, {}),
    { ...before.filled, ...before.kept },
    values,
  )
  if (!changes) return undefined
  upsertDeciderValues(tx, request, version.deciderFields, values)
  return { before, after: loadApproverValues(tx, request).updated, changes }
}

/** Records the changes of approver fields in the history if the decision succeeded; otherwise restores the previous values. */
export function confirmApproverFields(
  tx: CoreApp,
  caller: core.Record,
  { request }: ValidatedApproverFields,
  written: ApproverFieldsUpdate,
  hasSucceeded: boolean,
) {
  if (hasSucceeded) recordApproverFields(tx, caller, request, written.changes)
  else restoreApproverValues(tx, request, written)
}

/**
 * Returns the request with its version and current filled values. Refuses callers who cannot decide it. `updated`: version of the filled
 * values that the client read.
 */
function loadFillableRequest(
  app: CoreApp,
  caller: core.Record,
  asked: Pick<ValidatedApproverFields, 'request' | 'updated' | 'versionOf'>,
) {
  const { request } = requireVisibleRequestById(app, asked.request, caller)
  const version = asked.versionOf(app, request.getString('formatVersion'))
  if (!canDecide(app, caller, request.id) || !version?.deciderFields.length)
    throw createErrorResponse('request.forbidden', 403)
  const before = loadApproverValues(app, request.id)
  if (asked.updated !== undefined && asked.updated !== before.updated) throw createErrorResponse('request.changed', 409)
  return { version, before, text: request.getString('values') }
}

function upsertDeciderValues(tx: CoreApp, request: string, fields: readonly Field[], values: Values) {
  const of = (deciders: Field['deciders']) =>
    JSON.stringify(
      Object.fromEntries(
        fields.flatMap(({ key, ...field }) =>
          field.deciders === deciders && values[key] !== undefined ? [[key, values[key]]] : [],
        ),
      ),
    )
  executeSql(
    tx,
    `INSERT INTO decider_values (id, request, filled, kept, created, updated)
     VALUES ({:id}, {:request}, {:filled}, {:kept}, {:now}, {:now})
     ON CONFLICT (request) DO UPDATE SET filled = excluded.filled, kept = excluded.kept, updated = excluded.updated`,
    { id: generateRecordId(), request, filled: of('fill'), kept: of('keep'), now: formatTimestamp() },
  )
}

interface VersionFields {
  fields: Field[]
  deciderFields: Field[]
}

/** Returns the previous and new text of each changed field, by field label; `undefined` if nothing changed. */
function describeChanges(
  { fields, deciderFields }: VersionFields,
  own: Values,
  before: Values,
  after: Values,
): ApproverFieldChanges | undefined {
  const formatForHistory = (field: Field, value: Value | undefined) =>
    value === undefined ? '' : formatValue(field, value).slice(0, maxHistoryLength)
  const changes = listChangedFields([...fields, ...deciderFields], { ...own, ...before }, { ...own, ...after })
  const theirs = changes.filter(({ field }) => field.deciders)
  if (!theirs.length) return undefined
  return Object.fromEntries(
    theirs.map(({ field, ...change }) => [
      field.label,
      { from: formatForHistory(field, change.before), to: formatForHistory(field, change.after) },
    ]),
  )
}
