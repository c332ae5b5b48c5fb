import type { Values } from '../../../src/domain/fields/field.ts'
import { foldCaseAndAccents } from '../../../src/domain/text/case-folding.ts'
import type { Version } from '../../formats/versions.ts'
import { queryRows } from '../../lib/sql.ts'
import type { ActionPlan, RequestUpdate } from './change-types.ts'

interface UniqueValueSource<Change> {
  versionOf: (change: Change) => Version | undefined
  /** Values that the request will have. */
  valuesOf: (change: Change) => Values
  /** Error code of requests skipped for a repeated value. */
  code: string
}

/** Moves requests from `changes` to `skipped` if another open request has the same `unique` value. */
export function skipDuplicates<Change extends RequestUpdate>(
  tx: CoreApp,
  plan: ActionPlan<Change>,
  { versionOf, valuesOf, code }: UniqueValueSource<Change>,
) {
  const seen = new Map<string, string>()
  for (const [version, changes] of groupByVersion(plan.changes, versionOf)) {
    const written = new Map(changes.map((change) => [change.id, valuesOf(change)]))
    for (const { key } of version.fields.filter((field) => field.unique)) {
      const place = (value: unknown) => `${version.format} ${key} ${foldCaseAndAccents(String(value))}`
      const values = [...written.values()].map((each) => each[key]).filter((value) => value !== undefined)
      for (const table of ['unique_holders', 'unique_waiters'] as const)
        for (const { request, value } of findValueHolders(tx, table, version.format, key, values))
          seen.set(place(value), request)
      for (const { id } of changes) {
        const value = written.get(id)?.[key]
        if (value === undefined) continue
        const holder = seen.get(place(value)) ?? id
        if (holder === id) seen.set(place(value), id)
        else moveToSkipped(plan, { id, code, errors: { [key]: 'duplicate' } })
      }
    }
  }
}

function groupByVersion<Change>(
  changes: Change[],
  versionOf: UniqueValueSource<Change>['versionOf'],
): Map<Version, Change[]> {
  const grouped = new Map<Version, Change[]>()
  for (const change of changes) {
    const version = versionOf(change)
    if (!version?.fields.some((field) => field.unique)) continue
    const alike = grouped.get(version)
    if (alike) alike.push(change)
    else grouped.set(version, [change])
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
