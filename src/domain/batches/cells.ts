import { dateOrderOf } from '../fields/date-text.ts'
import type { FieldType } from '../fields/field-types.ts'
import { decimalSignOf } from '../fields/number-text.ts'
import { tidy } from '../text/text.ts'

/** `open`: it could be either, so the column's other cells or a person must say. */
export type Evidence<Reading extends string> = Reading | 'open' | null

/** What one cell says about the decimal sign of its column; three digits are thousands where the type has no three decimals. */
export function decimalEvidence(text: string, type: FieldType): Evidence<',' | '.'> {
  const sign = decimalSignOf(tidy(text), type !== 'decimal')
  return sign === 'ambiguous' ? 'open' : sign
}

/** What one cell says about the order of day and month in its column. */
export function dateEvidence(text: string): Evidence<'dmy' | 'mdy'> {
  return dateOrderOf(tidy(text)) ?? (/^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}\b/.test(tidy(text)) ? 'open' : null)
}

/** What the cells of one column say together. */
export interface Tally<Reading extends string> {
  /** Numbers of the rows, the first few of each kind, and how many there are. */
  rows: Record<Reading | 'open', number[]>
  counts: Record<Reading | 'open', number>
  texts: Record<Reading | 'open', string[]>
}

const shown = 50
const mostKnown = 10_000

/** Counts the evidence of all cells of a column; a text that comes often is judged once. */
export function tally<Reading extends string>(
  cells: Iterable<{ row: number; text: string }>,
  readings: readonly Reading[],
  evidence: (text: string) => Evidence<Reading>,
): Tally<Reading> {
  const kinds = [...readings, 'open'] as (Reading | 'open')[]
  const each = <T>(make: () => T) =>
    Object.fromEntries(kinds.map((kind) => [kind, make()])) as Record<Reading | 'open', T>
  const found: Tally<Reading> = { rows: each(() => []), counts: each(() => 0), texts: each(() => []) }
  const known = new Map<string, Evidence<Reading>>()
  for (const { row, text } of cells) {
    const before = known.get(text)
    const kind = before === undefined ? evidence(text) : before
    if (before === undefined && known.size < mostKnown) known.set(text, kind)
    if (kind === null) continue
    found.counts[kind]++
    if (found.rows[kind].length < shown) found.rows[kind].push(row)
    if (found.texts[kind].length < 3 && !found.texts[kind].includes(text)) found.texts[kind].push(text)
  }
  return found
}

/** A number that may be the serial of a day between 1927 and 2173. */
export function isSerial(text: string): boolean {
  return /^\s*[1-9]\d{4}([.,]\d+)?\s*$/.test(text)
}
