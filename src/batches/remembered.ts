import type { Mapping } from '../domain/batches/columns.ts'
import { readLocal, saveLocal } from '../lib/local-store.ts'
import type { SheetColumnSummary } from '../sheets/reading/sheet-summary.ts'

/** Which column filled which field the last time: folded header → key, empty for none. */
interface Remembered {
  /** The folded headers of that file, in order. */
  headers: string[]
  keys: Record<string, string>
}

export function rememberColumns(
  owner: string,
  format: string,
  columns: readonly SheetColumnSummary[],
  mapping: Mapping,
) {
  const headers = headersOf(columns)
  // Two columns of one name cannot be told apart by it.
  if (new Set(headers).size < headers.length) return
  const keys = Object.fromEntries(columns.map(({ folded, column }) => [folded, mapping[column] ?? '']))
  // A full browser forgets: next time the columns are matched by their names alone.
  saveLocal('batch-columns', owner, format, { headers, keys } satisfies Remembered)
}

/** How many of the earlier file's headers a file of the same kind has at least: one column more or less is still the same list. */
const alike = 0.8

/** What a person chose for a file with these headers, or with nearly these, or nothing. */
export function rememberedColumns(
  owner: string,
  format: string,
  columns: readonly SheetColumnSummary[],
): Record<string, string> | undefined {
  const kept = readLocal<Remembered>('batch-columns', owner, format)
  if (!kept) return undefined
  const headers = headersOf(columns)
  const again = kept.headers.filter((header) => headers.includes(header)).length
  return again >= kept.headers.length * alike ? kept.keys : undefined
}

const headersOf = (columns: readonly SheetColumnSummary[]) => columns.map(({ folded }) => folded)
