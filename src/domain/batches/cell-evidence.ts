import { detectDateOrder } from '../fields/date-text.ts'
import type { FieldType } from '../fields/field-types.ts'
import { detectDecimalSeparator } from '../fields/number-text.ts'
import { normalizeLine } from '../text/text.ts'

/** Evidence from a cell; `open` if both readings are possible, so other cells or the user have to decide. */
export type CellEvidence<Reading extends string> = Reading | 'open' | null

/**
 * Returns the decimal separator that a cell implies. Three digits after a separator are thousands unless the type is
 * `decimal`.
 */
export function detectCellDecimalSeparator(text: string, type: FieldType): CellEvidence<',' | '.'> {
  const sign = detectDecimalSeparator(normalizeLine(text), type !== 'decimal')
  return sign === 'ambiguous' ? 'open' : sign
}

/** Returns the order of day and month that a cell implies. */
export function detectCellDateOrder(text: string): CellEvidence<'dmy' | 'mdy'> {
  return (
    detectDateOrder(normalizeLine(text)) ??
    (/^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}\b/.test(normalizeLine(text)) ? 'open' : null)
  )
}

/** Combined evidence from the cells of a column. */
export interface EvidenceCounts<Reading extends string> {
  /** Row numbers of each reading, at most 50; `counts` includes all rows. */
  rows: Record<Reading | 'open', number[]>
  counts: Record<Reading | 'open', number>
  texts: Record<Reading | 'open', string[]>
}

const maxRowsPerReading = 50
const maxCachedTexts = 10_000

/** Counts the evidence from all cells of a column. Repeated texts are evaluated once. */
export function countEvidence<Reading extends string>(
  cells: Iterable<{ row: number; text: string }>,
  readings: readonly Reading[],
  evidence: (text: string) => CellEvidence<Reading>,
): EvidenceCounts<Reading> {
  const kinds = [...readings, 'open'] as (Reading | 'open')[]
  const each = <T>(make: () => T) =>
    Object.fromEntries(kinds.map((kind) => [kind, make()])) as Record<Reading | 'open', T>
  const found: EvidenceCounts<Reading> = { rows: each(() => []), counts: each(() => 0), texts: each(() => []) }
  const known = new Map<string, CellEvidence<Reading>>()
  for (const { row, text } of cells) {
    const before = known.get(text)
    const kind = before === undefined ? evidence(text) : before
    if (before === undefined && known.size < maxCachedTexts) known.set(text, kind)
    if (kind === null) continue
    found.counts[kind]++
    if (found.rows[kind].length < maxRowsPerReading) found.rows[kind].push(row)
    if (found.texts[kind].length < 3 && !found.texts[kind].includes(text)) found.texts[kind].push(text)
  }
  return found
}

/** Reports whether a number may be a date serial: five digits, from 1927 to 2173. */
export function looksLikeDateSerial(text: string): boolean {
  return /^\s*[1-9]\d{4}([.,]\d+)?\s*$/.test(text)
}
