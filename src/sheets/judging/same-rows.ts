import type { RowChange } from './change-history.ts'
import type { Conversion } from './conversion.ts'

export interface SameRows {
  count: number
  /** The first of them, each with the one that it repeats; numbers as Excel shows them. */
  rows: { row: number; of: number }[]
}

const shown = 50

/** The rows that repeat an earlier one, with that one; neither was changed by hand or discarded. */
export function sameRowsOf(conversion: Conversion): SameRows {
  const same: SameRows = { count: 0, rows: [] }
  for (const [row, of] of stillSame(conversion)) {
    same.count++
    if (same.rows.length < shown) same.rows.push({ row: conversion.number(row), of: conversion.number(of) })
  }
  return same
}

/** The changes that discard every row that repeats an earlier one. */
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
