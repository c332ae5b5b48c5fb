import type { Values } from '../../../src/domain/fields/field.ts'
import { type ApproverFields, getApproverValues } from '../../../src/domain/requests/approver-fields.ts'
import { findVersion, type VersionLoader } from '../../formats/versions.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { requireUser } from '../../lib/users.ts'
import type { PlannedChange, StoredRequest } from '../actions/change-types.ts'
import { canDecide } from '../decision-rights.ts'
import { requireVisibleRequest, type VisibilityScope } from '../visibility.ts'

// Values that approvers fill in. They are stored separately from the requester's values, because the requester must not
// see them in records or realtime events.

const deciderValueColumns = { filled: '', kept: '', updated: '' }

export function loadApproverValues(app: CoreApp, request: string) {
  const query =
    "SELECT ifnull(filled, '') AS filled, ifnull(kept, '') AS kept, updated FROM decider_values WHERE request = {:request}"
  const { filled, kept, updated } = queryRow(app, query, { request }, deciderValueColumns) ?? deciderValueColumns
  return { filled: parseStoredJson<Values>(filled, {}), kept: parseStoredJson<Values>(kept, {}), updated }
}

/** Previous and new text of changed fields, by field label, as the history shows them. */
export type ApproverFieldChanges = Record<string, { from: string; to: string }>

/**
 * Filled values saved together with a decision, stored in table `undoable` so that an undo can restore the previous
 * ones.
 */
export interface ApproverFieldsUpdate {
  before: ReturnType<typeof loadApproverValues>
  /** `updated` after the write; if the stored timestamp differs, another approver has filled in values since. */
  after: string
  changes: ApproverFieldChanges
}

/** Restores the previous values and returns `true`. Returns `false` if another approver has filled in values since. */
export function restoreApproverValues(tx: CoreApp, request: string, { before, after }: ApproverFieldsUpdate): boolean {
  const asStored = before.updated
    ? 'UPDATE decider_values SET filled = {:filled}, kept = {:kept}, updated = {:updated}'
    : 'DELETE FROM decider_values'
  const found = queryRows(
    tx,
    `${asStored} WHERE request = {:request} AND updated = {:after} RETURNING request`,
    {
      request,
      after,
      filled: JSON.stringify(before.filled),
      kept: JSON.stringify(before.kept),
      updated: before.updated,
    },
    { request: '' },
  )
  return found.length > 0
}

/**
 * `GET /api/app/requests/{id}/filled` → `ApproverFields`: returns the approver values that the caller may see. The requester sees none while
 * the request is pending.
 */
export function getApproverFields(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { request, visibility } = requireVisibleRequest(e.app, e, caller)
  return e.json(200, getVisibleApproverFields(e.app, request, visibility, caller))
}

const isInUndoWindow = (app: CoreApp, request: string) =>
  queryRow(app, 'SELECT 1 AS n FROM undoable WHERE request = {:request}', { request }, { n: 0 }) !== undefined

export function getVisibleApproverFields(
  app: CoreApp,
  request: core.Record,
  visibility: VisibilityScope,
  caller: core.Record,
): ApproverFields {
  const { fields = [], deciderFields = [] } = findVersion(app, request.getString('formatVersion')) ?? {}
  const { filled, kept, updated } = loadApproverValues(app, request.id)
  const own = parseStoredJson<Values>(request.getString('values'), {})
  if (visibility === 'owner') {
    const shown = deciderFields.filter(({ deciders }) => deciders === 'fill')
    const isDecided = ['approved', 'rejected'].includes(request.getString('status')) && !isInUndoWindow(app, request.id)
    const values = isDecided ? getApproverValues([...fields, ...shown], own, filled) : {}
    return { fields: shown, values, updated: '', open: false }
  }
  const open = deciderFields.length > 0 && canDecide(app, caller, request.id)
  const values = getApproverValues([...fields, ...deciderFields], own, { ...filled, ...kept })
  return { fields: deciderFields, values, updated, open }
}

/** Finds missing or invalid approver values in requests that this approval would approve definitively. */
export function findApproverFieldErrors(tx: CoreApp, requests: StoredRequest[], versionOf: VersionLoader) {
  const asked = requests.filter(({ formatVersion }) => versionOf(tx, formatVersion)?.deciderFields.length)
  if (!asked.length) return undefined
  const known = new Map(asked.map(({ id, values }) => [id, values]))
  const found = queryRows(
    tx,
    `SELECT requests.id, requests.formatVersion, iif(step > 0, '', requests."values") AS "values", ifnull(filled, '') AS filled, ifnull(kept, '') AS kept
     FROM requests LEFT JOIN decider_values ON decider_values.request = requests.id
     WHERE requests.id IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(asked.map(({ id }) => id)) },
    { id: '', formatVersion: '', values: '', filled: '', kept: '' },
  )
  const byId = new Map(found.map((each) => [each.id, each]))
  return ({ id, set }: PlannedChange): Record<string, string> | undefined => {
    const one = byId.get(id)
    if (!one || set.status !== 'approved') return undefined
    const own = known.get(id) ?? parseStoredJson<Values>(one.values, {})
    const [filled, kept] = [one.filled, one.kept].map((text) => parseStoredJson<Values>(text, {}))
    const judged = versionOf(tx, one.formatVersion)?.validateDeciderValues(own, { ...filled, ...kept })
    return judged && Object.keys(judged.errors).length > 0 ? judged.errors : undefined
  }
}
