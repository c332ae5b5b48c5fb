import type { Align } from '../blocks.ts'
import type { Frame } from '../page-setup.ts'
import { extentOf } from './metrics.ts'
import type { Span } from './words.ts'

export const padding = { x: 5, y: 4.5 }
const sizes = [9, 8.25, 7.25] as const

export interface TableGrid {
  size: number
  leading: number
  /** Of the columns, padding included. */
  widths: number[]
  lefts: number[]
  align: readonly Align[]
}

type Shares = readonly (number | null)[]

/** The largest size at which every word fits its column; words longer than that are cut. */
export function gridOf(
  rows: readonly Span[][][],
  { align, shares }: { align: readonly Align[]; shares?: Shares },
  { left, measure }: Frame,
): TableGrid {
  const natural = align.map(() => 0)
  const longest = align.map(() => 0)
  for (const row of rows) {
    row.forEach((spans, column) => {
      const found = extentOf(spans)
      natural[column] = Math.max(natural[column] ?? 0, found.natural)
      longest[column] = Math.max(longest[column] ?? 0, align[column] === 'end' ? found.natural : found.longest)
    })
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const free = measure - align.length * 2 * padding.x
  const fixed = shares && inPoints(shares, measure)
  const fits = (one: number) =>
    (sum(longest) * one) / 1000 <= free &&
    longest.every((width, column) => (width * one) / 1000 <= (fixed?.[column] ?? free) - 2 * padding.x + 0.01)
  const size = sizes.find(fits) ?? sizes[2]
  const rest = align.map((_, column) => column).filter((column) => fixed?.[column] == null)
  const open = shared(
    rest.map((column) => natural[column] ?? 0),
    rest.map((column) => longest[column] ?? 0),
    ((measure - sum((fixed ?? []).map((width) => width ?? 0)) - rest.length * 2 * padding.x) * 1000) / size,
  )
  const widths = align.map(
    (_, column) => fixed?.[column] ?? ((open[rest.indexOf(column)] ?? 0) * size) / 1000 + 2 * padding.x,
  )
  const lefts = widths.map((_, column) => left + sum(widths.slice(0, column)))
  return { size, leading: size * 1.35, widths, lefts, align }
}

/** Shares of the whole width; where every column has one they fill it. */
function inPoints(shares: Shares, measure: number): Shares {
  const total = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)
  const whole = shares.includes(null) ? 100 : total
  return shares.map((share) => share && (share * measure) / whole)
}

/** Gives each column what it needs and shares the rest by what it would like. */
function shared(natural: readonly number[], longest: readonly number[], free: number): number[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  if (sum(longest) > free) return longest.map((width) => (width * free) / sum(longest))
  const wished = sum(natural)
  if (wished <= free) return natural.map((width) => width + ((free - wished) * width) / (wished || 1))
  const share = (free - sum(longest)) / (wished - sum(longest))
  return natural.map((width, column) => (longest[column] ?? 0) + (width - (longest[column] ?? 0)) * share)
}
