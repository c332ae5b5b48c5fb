import { detectDateOrder, normalizeDateText } from '../fields/date-text.ts'
import type { Column } from '../fields/field.ts'
import type { FieldType } from '../fields/field-types.ts'
import { detectDecimalSeparator } from '../fields/number-text.ts'
import { normalizeLine } from '../text/text.ts'

/** Notation of a cell's text: a decimal separator or an order of dates. `open`: the text fits both. `null`: the text has neither. */
export type CellEvidence<Reading extends string> = Reading | 'open' | null

/** Returns the decimal separator that a cell implies. A separator before exactly three digits separates thousands, unless the type is `decimal`. */
export function detectCellDecimalSeparator(text: string, type: FieldType): CellEvidence<',' | '.'> {
  const sign = detectDecimalSeparator(normalizeLine(text), type !== 'decimal')
  return sign === 'ambiguous' ? 'open' : sign
}

/** Returns the order of day and month that a cell implies. */
export function detectCellDateOrder(text: string): CellEvidence<'dmy' | 'mdy'> {
  return (
    detectDateOrder(normalizeLine(text)) ??
    (/^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}\b/.test(normalizeDateText(normalizeLine(text))) ? 'open' : null)
  )
}

/** Returns whether a date is another one with day and month swapped: true for `12/01/2025`, false for `05/05/2025` and `25/04/2025`. */
export function isDayMonthAmbiguous(text: string): boolean {
  const [first = '', second = ''] = normalizeLine(text).split(/\D+/)
  return detectCellDateOrder(text) === 'open' && Number(first) !== Number(second)
}

/** Number of cells of a column for each interpretation, with example rows. */
export interface CellEvidenceCounts<Reading extends string> {
  /** Numbers of the first 50 rows for each reading. `counts` includes all rows. */
  rows: Record<Reading | 'open', number[]>
  counts: Record<Reading | 'open', number>
  texts: Record<Reading | 'open', string[]>
}

const maxRowsPerReading = 50
const maxCachedTexts = 10_000

/** Counts the interpretations that the cells of a column imply. Evaluates repeated texts only once. */
export function countCellEvidence<Reading extends string>(
  cells: Iterable<{ row: number; text: string }>,
  readings: readonly Reading[],
  evidence: (text: string) => CellEvidence<Reading>,
): CellEvidenceCounts<Reading> {
  const kinds = [...readings, 'open'] as (Reading | 'open')[]
  const each = <T>(make: () => T) =>
    Object.fromEntries(kinds.map((kind) => [kind, make()])) as Record<Reading | 'open', T>
  const found: CellEvidenceCounts<Reading> = { rows: each(() => []), counts: each(() => 0), texts: each(() => []) }
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

/** Returns whether a number may be the serial number of a date: five digits, for the years 1927 to 2173. */
export function looksLikeDateSerial(text: string): boolean {
  return /^\s*[1-9]\d{4}([.,]\d+)?\s*$/.test(text)
}

/** Returns whether a cell of a required text states that its value is not available: `N/A`, as some programs export `#N/A`. */
export function isNotAvailable({ type, required }: Column, text: string): boolean {
  return required === true && type === 'text' && /^\s*n\s?\/\s?[ad]\.?\s*$/i.test(text)
}
