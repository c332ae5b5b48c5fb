import type { Value } from '../src/domain/field.ts'
import type { Plan } from './request-plan.ts'
import type { Change } from './request-steps.ts'
import { rows } from './sql.ts'
import type { Version } from './versions.ts'

/** Whether a row `held` of `unique_values` is still true: its request is open and says the same at `{:path}`. */
export const stillHeld = `EXISTS (SELECT 1 FROM requests WHERE requests.id = held.request AND requests.status IN ('submitted', 'returned')
  AND CAST(json_extract(requests."values", {:path}) AS TEXT) = held.value)`

/** Moves what would repeat a `unique` value of another open request from the changes to the skipped. */
export function refuseDuplicates(tx: CoreApp, plan: Plan, versionOf: (change: Change) => Version | undefined) {
  const seen = new Map<string, string>()
  for (const [version, changes] of byVersion(plan.changes, versionOf)) {
    const written = new Map(changes.map(({ id, set }) => [id, JSON.parse(String(set.values)) as Record<string, Value>]))
    for (const { key } of version.fields.filter((field) => field.unique)) {
      const place = (value: unknown) => `${version.format} ${key} ${value}`
      const values = [...written.values()].map((each) => each[key]).filter((value) => value !== undefined)
      // A returned request that is sent again has its value, but not against another that holds it by now.
      for (const { id, value } of openWith(tx, version.format, key, values))
        if (!written.has(id) || !seen.has(place(value))) seen.set(place(value), id)
      for (const { id } of changes) {
        const value = written.get(id)?.[key]
        if (value === undefined) continue
        const holder = seen.get(place(value)) ?? id
        if (holder !== id) skip(plan, id, key)
        else seen.set(place(value), id)
      }
    }
  }
}

function byVersion(changes: Change[], versionOf: (change: Change) => Version | undefined): Map<Version, Change[]> {
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

function openWith(tx: CoreApp, format: string, key: string, values: unknown[]) {
  return rows(
    tx,
    `SELECT request AS id, held.value FROM json_each({:values}) AS given CROSS JOIN unique_values AS held
     WHERE held.format = {:format} AND held.key = {:key} AND held.value = CAST(given.value AS TEXT) AND ${stillHeld}`,
    { format, key, path: `$.${key}`, values: JSON.stringify(values) },
    { id: '', value: '' },
  )
}

function skip(plan: Plan, id: string, key: string) {
  plan.changes = plan.changes.filter((change) => change.id !== id)
  const earlier = plan.skipped.find((each) => each.id === id)
  if (earlier) earlier.errors = { ...earlier.errors, [key]: 'duplicate' }
  else plan.skipped.push({ id, code: 'request.values', errors: { [key]: 'duplicate' } })
}
