import type { ErrorCode } from '../../../src/domain/errors.ts'
import type { Values } from '../../../src/domain/fields/field.ts'
import { foldCaseAndAccents } from '../../../src/domain/text/case-folding.ts'
import type { Version } from '../../formats/versions.ts'
import { queryRows } from '../../lib/sql.ts'
import type { ActionPlan, RequestUpdate } from './action.ts'

/** Version of a request, and its values if the change has none. */
interface UniqueValueSource {
  version: Version | undefined
  values: Values
}

/** Moves requests from `changes` to `skipped` with this code if another open request has the same `unique` value. Returns the plan. */
export function skipDuplicates<Change extends RequestUpdate>(
  tx: CoreApp,
  plan: ActionPlan<Change>,
  code: ErrorCode,
  sourceOf: (change: Change) => UniqueValueSource | undefined,
): ActionPlan<Change> {
  const seen = new Map<string, string>()
  for (const [version, changed] of groupValuesByVersion(plan.changes, sourceOf))
    for (const { key } of version.fields.filter((field) => field.unique)) {
      const place = (value: unknown) => `${version.format} ${key} ${foldCaseAndAccents(String(value))}`
      const values = [...changed.values()].map((each) => each[key]).filter((value) => value !== undefined)
      for (const table of ['unique_holders', 'unique_waiters'] as const)
        for (const { request, value } of findValueHolders(tx, table, version.format, key, values))
          seen.set(place(value), request)
      for (const [id, { [key]: value }] of changed) {
        if (value === undefined) continue
        const holder = seen.get(place(value)) ?? id
        if (holder === id) seen.set(place(value), id)
        else moveToSkipped(plan, { id, code, errors: { [key]: 'duplicate' } })
      }
    }
  return plan
}

/** Returns the values by request id, of each version with unique fields. */
function groupValuesByVersion<Change extends RequestUpdate>(
  changes: Change[],
  sourceOf: (change: Change) => UniqueValueSource | undefined,
): Map<Version, Map<string, Values>> {
  const grouped = new Map<Version, Map<string, Values>>()
  for (const change of changes) {
    const { version, values = {} } = sourceOf(change) ?? {}
    if (!version?.fields.some((field) => field.unique)) continue
    const alike = grouped.get(version) ?? new Map<string, Values>()
    const newValues = change.set.values
    grouped.set(version, alike.set(change.id, typeof newValues === 'object' ? newValues : values))
  }
  return grouped
}

type UniqueTable = 'unique_holders' | 'unique_waiters'

/**
 * Returns requests that hold these values (`unique_holders`) or wait for them (`unique_waiters`). Waiting requests
 * count only if they are submitted, which is possible if the field became unique later.
 */
function findValueHolders(tx: CoreApp, table: UniqueTable, format: string, key: string, values: unknown[]) {
  return queryRows(
    tx,
    `SELECT held.request, held.value FROM json_each({:values}) AS given CROSS JOIN ${table} AS held
     WHERE held.format = {:format} AND held.key = {:key} AND held.value = given.value
       AND ({:all} OR EXISTS (SELECT 1 FROM requests WHERE id = held.request AND status = 'submitted'))`,
    {
      format,
      key,
      values: JSON.stringify(values.map((value) => foldCaseAndAccents(String(value)))),
      all: table === 'unique_holders' ? 1 : 0,
    },
    { request: '', value: '' },
  )
}

function moveToSkipped(
  plan: ActionPlan<{ id: string }>,
  { id, code, errors }: { id: string; code: string; errors: Record<string, string> },
) {
  plan.changes = plan.changes.filter((change) => change.id !== id)
  const earlier = plan.skipped.find((each) => each.id === id)
  if (earlier) earlier.errors = { ...earlier.errors, ...errors }
  else plan.skipped.push({ id, code, errors })
}
