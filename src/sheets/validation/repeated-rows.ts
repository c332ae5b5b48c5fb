import type { SheetConversion } from './sheet-conversion.ts'

export interface RepeatedRowSummary {
  count: number
  /** First 50 repeated rows. `of` is the row that `row` repeats; both are row numbers as Excel shows them. */
  rows: { row: number; of: number }[]
}

const shown = 50

/** Finds rows that repeat an earlier row. Skips a pair if the user edited or discarded one of its rows, or confirmed the repeated row, and rows that are offered as suspicious. */
export function listRepeatedRows(conversion: SheetConversion): RepeatedRowSummary {
  const same: RepeatedRowSummary = { count: 0, rows: [] }
  for (const [row, of] of iterateUnchangedRepeats(conversion)) {
    same.count++
    if (same.rows.length < shown) same.rows.push({ row: conversion.number(row), of: conversion.number(of) })
  }
  return same
}

export const listRepeatedPositions = (conversion: SheetConversion) =>
  Array.from(iterateUnchangedRepeats(conversion), ([row]) => row)

function* iterateUnchangedRepeats(conversion: SheetConversion): Generator<[row: number, of: number]> {
  const { repeated, discarded, edits, confirmed } = conversion
  // An answer about equal records must not answer the question whether a row is a record.
  const offered = new Set(conversion.offered.map(({ row }) => conversion.find(row)))
  const isAsItWas = (row: number) => !discarded[row] && !edits.has(row)
  for (let row = 0; row < repeated.length; row++) {
    const of = repeated[row] as number
    if (of >= 0 && !confirmed.has(row) && !offered.has(row) && isAsItWas(row) && isAsItWas(of)) yield [row, of]
  }
}
