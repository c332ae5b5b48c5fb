import type { Values } from '../../../src/domain/fields/field.ts'
import { type ApproverFields, getApproverValues } from '../../../src/domain/requests/approver-fields.ts'
import { findVersion } from '../../formats/versions.ts'
import { parseStoredJson } from '../../lib/error-causes.ts'
import { recordEvents } from '../../lib/events.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { requireUser } from '../../lib/users.ts'
import type { ActionRequest } from '../actions/action.ts'
import { canDecide } from '../decision-rights.ts'
import { requireVisibleRequest, type VisibilityScope } from '../visibility.ts'

// Values that approvers fill in. They are stored separately from the requester's values, because the requester must not
// see them in records or realtime events.

const approverValueColumns = { filled: '', internal: '', updated: '' }

export function loadApproverValues(app: CoreApp, request: string) {
  const query =
    "SELECT ifnull(filled, '') AS filled, ifnull(internal, '') AS internal, updated FROM approver_values WHERE request = {:request}"
  const { filled, internal, updated } = queryRow(app, query, { request }, approverValueColumns) ?? approverValueColumns
  return { filled: parseStoredJson<Values>(filled, {}), internal: parseStoredJson<Values>(internal, {}), updated }
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

/** Records fields filled by approvers. The event has no `owner`, so the requester cannot read it. */
export function recordApproverFields(
  tx: CoreApp,
  actor: core.Record | undefined,
  request: string,
  changes: ApproverFieldChanges,
) {
  recordEvents(tx, { subject: 'requests', action: 'fill', actor }, [{ subjectId: request, details: { changes } }])
}

/** Restores the previous values and returns `true`. Returns `false` if another approver has filled in values since. */
export function restoreApproverValues(tx: CoreApp, request: string, { before, after }: ApproverFieldsUpdate): boolean {
  const asStored = before.updated
    ? 'UPDATE approver_values SET filled = {:filled}, internal = {:internal}, updated = {:updated}'
    : 'DELETE FROM approver_values'
  const found = queryRows(
    tx,
    `${asStored} WHERE request = {:request} AND updated = {:after} RETURNING request`,
    {
      request,
      after,
      filled: JSON.stringify(before.filled),
      internal: JSON.stringify(before.internal),
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
  const { fields = [], approverFields = [] } = findVersion(app, request.getString('formatVersion')) ?? {}
  const { filled, internal, updated } = loadApproverValues(app, request.id)
  const own = parseStoredJson<Values>(request.getString('values'), {})
  if (visibility === 'owner') {
    const shown = approverFields.filter(({ approvers }) => approvers === 'fill')
    const isDecided = ['approved', 'rejected'].includes(request.getString('status')) && !isInUndoWindow(app, request.id)
    const values = isDecided ? getApproverValues([...fields, ...shown], own, filled) : {}
    return { fields: shown, values, updated: '', open: false }
  }
  const open = approverFields.length > 0 && canDecide(app, caller, request.id)
  const values = getApproverValues([...fields, ...approverFields], own, { ...filled, ...internal })
  return { fields: approverFields, values, updated, open }
}

/**
 * Returns a function that finds missing or invalid approver values of a request that is about to be approved. `filling`: values that the caller
 * sends with the approval.
 */
export function findApproverFieldErrors(
  tx: CoreApp,
  requests: ActionRequest[],
  filling: { request: string; values: Values } | undefined,
): (request: ActionRequest) => Record<string, string> | undefined {
  const asked = requests.filter(({ version }) => version.approverFields.length)
  if (!asked.length) return () => undefined
  const found = queryRows(
    tx,
    `SELECT requests.id, iif(step > 0, '', requests."values") AS "values", ifnull(filled, '') AS filled, ifnull(internal, '') AS internal
     FROM requests LEFT JOIN approver_values ON approver_values.request = requests.id
     WHERE requests.id IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(getIds(asked)) },
    { id: '', values: '', filled: '', internal: '' },
  )
  const byId = new Map(found.map((each) => [each.id, each]))
  return ({ id, step, version, values }) => {
    const one = byId.get(id)
    if (!one) return undefined
    const own = step > 0 ? values : parseStoredJson<Values>(one.values, {})
    const [filled, internal] = [one.filled, one.internal].map((text) => parseStoredJson<Values>(text, {}))
    const { errors } = version.validateApproverValues(
      own,
      filling?.request === id ? filling.values : { ...filled, ...internal },
    )
    return Object.keys(errors).length > 0 ? errors : undefined
  }
}
