import type { RowChange } from './change-history.ts'
import type { Conversion } from './conversion.ts'

export interface SameRows {
  count: number
  /** First 50 repeated rows, each with the row that it repeats (`of`); row numbers as Excel shows them. */
  rows: { row: number; of: number }[]
}

const shown = 50

/** Finds rows that repeat an earlier row. Skips pairs if either row was edited or discarded. */
export function sameRowsOf(conversion: Conversion): SameRows {
  const same: SameRows = { count: 0, rows: [] }
  for (const [row, of] of stillSame(conversion)) {
    same.count++
    if (same.rows.length < shown) same.rows.push({ row: conversion.number(row), of: conversion.number(of) })
  }
  return same
}

/** Returns changes that discard every row that repeats an earlier row. */
export function discardedSame(conversion: Conversion): RowChange[] {
  return Array.from(stillSame(conversion), ([row]) => ({ row, flag: 'discarded', on: true }))
}

function* stillSame({ repeated, discarded, edits }: Conversion): Generator<[row: number, of: number]> {
  const isAsItWas = (row: number) => !discarded[row] && !edits.has(row)
  for (let row = 0; row < repeated.length; row++) {
    const of = repeated[row] as number
    if (of >= 0 && isAsItWas(row) && isAsItWas(of)) yield [row, of]
  }
}
