import type { ErrorCode } from '../../../src/domain/errors.ts'
import type { Values } from '../../../src/domain/fields/field.ts'
import { foldCaseAndAccents } from '../../../src/domain/text/case-folding.ts'
import type { PublishedFormatVersion } from '../../formats/versions.ts'
import { queryRows } from '../../lib/sql.ts'
import type { ActionPlan, RequestUpdate } from './action.ts'

/** Version of a request, and its values if the change has none. */
interface UniqueValueSource {
  version: PublishedFormatVersion | undefined
  values: Values
}

/** Moves requests from `changes` to `skipped` with this code if another open request has the same `unique` value. Returns the plan. */
export function skipDuplicates<Change extends RequestUpdate>(
  tx: CoreApp,
  plan: ActionPlan<Change>,
  code: ErrorCode,
  sourceOf: (change: Change) => UniqueValueSource | undefined,
): ActionPlan<Change> {
  const planned = plan.changes.flatMap((change) => {
    const source = sourceOf(change)
    const values = typeof change.set.values === 'object' ? change.set.values : source?.values
    const { format = '', fields = [] } = source?.version ?? {}
    const unique = fields.filter((field) => field.unique && values?.[field.key] !== undefined)
    return unique.map(({ key }) => ({ id: change.id, format, key, value: foldCaseAndAccents(String(values?.[key])) }))
  })
  if (!planned.length) return plan
  const errors = new Map<string, Record<string, string>>()
  for (const { id, key } of queryRows(tx, duplicatesQuery, { planned: JSON.stringify(planned) }, { id: '', key: '' }))
    errors.set(id, { ...errors.get(id), [key]: 'duplicate' })
  for (const [id, fields] of errors) plan.skipped.push({ id, code, errors: fields })
  plan.changes = plan.changes.filter(({ id }) => !errors.has(id))
  return plan
}

/**
 * Query for the values that an earlier request of the plan or another request has. In a plan, the request that already holds a value comes first. A request that waits for a value counts only if it is submitted,
 * which is possible if the field became unique later.
 */
const duplicatesQuery = `WITH planned AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY format, key, value ORDER BY holds DESC, place) AS turn FROM (
      SELECT listed.*, own.request IS NOT NULL AS holds FROM (
        SELECT key AS place, value ->> 'id' AS id, value ->> 'format' AS format, value ->> 'key' AS key, value ->> 'value' AS value
        FROM json_each({:planned})) AS listed
      LEFT JOIN unique_holders AS own ON (own.format, own.key, own.value, own.request) = (listed.format, listed.key, listed.value, listed.id)))
  SELECT id, key FROM planned WHERE turn > 1
    OR EXISTS (SELECT 1 FROM unique_holders AS held
      WHERE (held.format, held.key, held.value) = (planned.format, planned.key, planned.value) AND held.request != planned.id)
    OR EXISTS (SELECT 1 FROM unique_waiters AS held JOIN requests ON requests.id = held.request
      WHERE (held.format, held.key, held.value) = (planned.format, planned.key, planned.value) AND held.request != planned.id
        AND requests.status = 'submitted')
  ORDER BY place`
