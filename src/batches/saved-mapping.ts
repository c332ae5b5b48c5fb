import type { ColumnMapping } from '../domain/batches/column-matching.ts'
import { readLocalEntry, saveLocalEntry } from '../lib/local-store.ts'
import type { ColumnSummary } from '../sheets/reading/sheet-summary.ts'

/** Mapping of the previous import: normalized header → field key, empty for an unmapped column. */
interface SavedMapping {
  /** Normalized headers of the previous file, in order. */
  headers: string[]
  keys: Record<string, string>
}

export function saveColumnMapping(
  owner: string,
  format: string,
  columns: readonly ColumnSummary[],
  mapping: ColumnMapping,
) {
  const headers = listNormalizedHeaders(columns)
  // Columns with equal headers cannot be identified by header, so nothing is stored.
  if (new Set(headers).size < headers.length) return
  const keys = Object.fromEntries(columns.map(({ folded, column }) => [folded, mapping[column] ?? '']))
  // If the browser's storage is full, the next import matches columns by name only.
  saveLocalEntry('batch-columns', owner, format, { headers, keys } satisfies SavedMapping)
}

/** Minimum share of the previous headers that a file must have to reuse the mapping. */
const minSharedHeaders = 0.8

/** Returns the previous mapping for a file with the same or similar headers; `undefined` if none. */
export function findSavedMapping(
  owner: string,
  format: string,
  columns: readonly ColumnSummary[],
): Record<string, string> | undefined {
  const kept = readLocalEntry<SavedMapping>('batch-columns', owner, format)
  if (!kept) return undefined
  const headers = listNormalizedHeaders(columns)
  const again = kept.headers.filter((header) => headers.includes(header)).length
  return again >= kept.headers.length * minSharedHeaders ? kept.keys : undefined
}

const listNormalizedHeaders = (columns: readonly ColumnSummary[]) => columns.map(({ folded }) => folded)
