import { queryRow } from '../sql.ts'

/** Allocates the next numbers of a series permanently: `allocateNumbers(tx, 'SOL', '2026', 2)` → `SOL-2026-000123`, `SOL-2026-000124`. */
export function allocateNumbers(tx: CoreApp, series: string, year: string, count: number): string[] {
  const { name, first } = allocateNumberRange(tx, series, year, count)
  return Array.from({ length: count }, (_, index) => `${name}-${String(first + index).padStart(6, '0')}`)
}

/**
 * Allocates numbers like `allocateNumbers`, but returns only the first. SQL formats the numbers with `formatNumberSql`.
 */
export function allocateNumberRange(
  tx: CoreApp,
  series: string,
  year: string,
  count: number,
): { name: string; first: number } {
  const name = `${series}-${year}`
  const last = queryRow(
    tx,
    `INSERT INTO counters (id, name, value, created, updated)
     VALUES (substr(lower(hex(randomblob(8))), 2), {:name}, {:count}, strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'))
     ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, updated = excluded.updated
     RETURNING value`,
    { name, count },
    { value: 0 },
  )
  return { name, first: (last?.value ?? 0) - count + 1 }
}

/** Returns SQL that formats a number like `allocateNumbers`. */
export const formatNumberSql = (name: string, value: string) => `${name} || printf('-%06d', ${value})`
