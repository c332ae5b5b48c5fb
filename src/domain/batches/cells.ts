import { dateOrderOf } from '../fields/date-text.ts'
import type { FieldType } from '../fields/field-types.ts'
import { decimalSignOf } from '../fields/number-text.ts'
import { normalizeLine } from '../text/text.ts'

/** Evidence from a cell; `open` if both readings are possible, so other cells or the user have to decide. */
export type Evidence<Reading extends string> = Reading | 'open' | null

/**
 * Returns the decimal separator that a cell implies. Three digits after a separator are thousands unless the type is
 * `decimal`.
 */
export function decimalEvidence(text: string, type: FieldType): Evidence<',' | '.'> {
  const sign = decimalSignOf(normalizeLine(text), type !== 'decimal')
  return sign === 'ambiguous' ? 'open' : sign
}

/** Returns the order of day and month that a cell implies. */
export function dateEvidence(text: string): Evidence<'dmy' | 'mdy'> {
  return (
    dateOrderOf(normalizeLine(text)) ??
    (/^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}\b/.test(normalizeLine(text)) ? 'open' : null)
  )
}

/** Combined evidence from the cells of a column. */
export interface Tally<Reading extends string> {
  /** Row numbers of each reading, at most 50; `counts` includes all rows. */
  rows: Record<Reading | 'open', number[]>
  counts: Record<Reading | 'open', number>
  texts: Record<Reading | 'open', string[]>
}

const shown = 50
const mostKnown = 10_000

/** Counts the evidence from all cells of a column. Repeated texts are evaluated once. */
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

/** Reports whether a number may be a date serial: five digits, from 1927 to 2173. */
export function isSerial(text: string): boolean {
  return /^\s*[1-9]\d{4}([.,]\d+)?\s*$/.test(text)
}
