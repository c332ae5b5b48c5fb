import type { ColumnMapping } from '../domain/batches/column-matching.ts'
import { readLocalEntry, saveLocalEntry } from '../lib/local-store.ts'
import type { ColumnSummary } from '../sheets/reading/sheet-summary.ts'

interface SavedMapping {
  /** Normalized headers of the previous file, in order. */
  headers: string[]
  /** Field keys by normalized header; empty string for an unmapped column. */
  keys: Record<string, string>
}

export function saveColumnMapping(
  owner: string,
  format: string,
  columns: readonly ColumnSummary[],
  mapping: ColumnMapping,
) {
  const headers = listNormalizedHeaders(columns)
  // Stores nothing if two columns have the same header, because the mapping identifies columns by header.
  if (new Set(headers).size < headers.length) return
  const keys = Object.fromEntries(columns.map(({ folded, column }) => [folded, mapping[column] ?? '']))
  // Ignores a failure, for example full storage: the next import then matches columns by name only.
  saveLocalEntry('batch-columns', owner, format, { headers, keys } satisfies SavedMapping)
}

/** Share of the previous headers that a file must contain so that the saved mapping is used. */
const minSharedHeaders = 0.8

/** Returns the user's saved mapping if the file has at least 80 % of its headers; otherwise `undefined`. */
export function findSavedMapping(
  owner: string,
  format: string,
  columns: readonly ColumnSummary[],
): Record<string, string> | undefined {
  const savedMapping = readLocalEntry<SavedMapping>('batch-columns', owner, format)
  if (!savedMapping) return undefined
  const headers = listNormalizedHeaders(columns)
  const again = savedMapping.headers.filter((header) => headers.includes(header)).length
  return again >= savedMapping.headers.length * minSharedHeaders ? savedMapping.keys : undefined
}

const listNormalizedHeaders = (columns: readonly ColumnSummary[]) => columns.map(({ folded }) => folded)
