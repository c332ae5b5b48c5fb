import type { TextAlignment } from '../blocks.ts'
import type { PageFrame } from '../page-setup.ts'
import { measureSpans } from './metrics.ts'
import type { LayoutSettings } from './text.ts'
import type { TextSpan } from './words.ts'

/** Horizontal padding of a cell in points, and its vertical padding, usual and tight. */
export const cellPadding = { x: 5, y: 4.5, tight: 3 }
const smallest = 7.25

const getFontSizes = (textSize: number) =>
  [textSize - 1.5, textSize - 2.25, textSize - 3.25].filter((size) => size > smallest).concat(smallest)

export interface TableGrid {
  size: number
  leading: number
  /** Vertical padding of each cell in points. */
  padding: number
  /** Column widths in points, including cell padding. */
  widths: number[]
  lefts: number[]
  align: readonly TextAlignment[]
}

/** Text of a cell. `column`: first column of the cell; `span`: number of its columns. */
export interface CellSpans {
  spans: TextSpan[]
  column: number
  span: number
  align?: TextAlignment
}

type Shares = readonly (number | null)[]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Returns the column widths and the largest font size at which each word fits; otherwise, long words are split. */
export function computeTableGrid(
  rows: readonly (readonly CellSpans[])[],
  { align, shares }: { align: readonly TextAlignment[]; shares?: Shares },
  { left, measure }: PageFrame,
  { textSize, isTight }: Pick<LayoutSettings, 'textSize' | 'isTight'>,
): TableGrid {
  const { natural, longest } = measureColumns(rows, align)
  const asked = toPoints(shares ?? align.map(() => null), measure)
  const fixedAt = (one: number) => {
    const needs = longest.map((width) => (width * one) / 1000 + 2 * cellPadding.x)
    return fitRequestedWidths(asked, needs, measure)
  }
  const size = getFontSizes(textSize).find(fixedAt) ?? smallest
  const fixed = fixedAt(size) ?? asked
  const rest = align.map((_, column) => column).filter((column) => fixed[column] == null)
  const open = distributeWidth(
    rest.map((column) => natural[column] ?? 0),
    rest.map((column) => longest[column] ?? 0),
    ((measure - sum(fixed.map((width) => width ?? 0)) - rest.length * 2 * cellPadding.x) * 1000) / size,
  )
  const widths = align.map(
    (_, column) => fixed[column] ?? ((open[rest.indexOf(column)] ?? 0) * size) / 1000 + 2 * cellPadding.x,
  )
  const lefts = widths.map((_, column) => left + sum(widths.slice(0, column)))
  const padding = isTight ? cellPadding.tight : cellPadding.y
  return { size, leading: size * 1.35, padding, widths, lefts, align }
}

/** Returns for each column the width of its longest text and of its longest word. */
function measureColumns(rows: readonly (readonly CellSpans[])[], align: readonly TextAlignment[]) {
  const natural = align.map(() => 0)
  const longest = align.map(() => 0)
  const merged: CellSpans[] = []
  for (const row of rows)
    for (let at = 0; at < row.length; at++) {
      const { spans, column, span } = row[at] as CellSpans
      if (span > 1) merged.push(row[at] as CellSpans)
      else {
        const found = measureSpans(spans)
        natural[column] = Math.max(natural[column] ?? 0, found.natural)
        longest[column] = Math.max(longest[column] ?? 0, align[column] === 'end' ? found.natural : found.longest)
      }
    }
  // Widens the columns of a merged cell equally, if its longest word does not fit.
  for (const { spans, column, span } of merged) {
    const lacking = measureSpans(spans).longest - sum(longest.slice(column, column + span))
    for (let at = column; lacking > 0 && at < column + span; at++) {
      longest[at] = (longest[at] ?? 0) + lacking / span
      natural[at] = Math.max(natural[at] ?? 0, longest[at] ?? 0)
    }
  }
  return { natural, longest }
}

/** Converts percentages to points. If all columns have a percentage, scales them so that the columns fill the page width. */
function toPoints(shares: Shares, lineWidth: number): Shares {
  const total = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)
  const whole = shares.includes(null) ? 100 : total
  return shares.map((share) => share && (share * lineWidth) / whole)
}

/**
 * Returns the column widths if the template sets some. A column becomes wider if a number or word does not fit; others
 * shrink to no less than half. Returns `null` if the table does not fit at this font size.
 */
function fitRequestedWidths(asked: Shares, needs: readonly number[], lineWidth: number): Shares | null {
  const least = asked.map((width, column) => Math.max((width ?? 0) / 2, needs[column] ?? 0))
  const wished = asked.map((width, column) => Math.max(width ?? 0, needs[column] ?? 0))
  const [over, room] = [sum(wished) - lineWidth, sum(wished) - sum(least)]
  if (over > room + 0.01) return null
  const part = over > 0 && room > 0 ? over / room : 0
  return asked.map((width, column) =>
    width === null ? null : (wished[column] ?? 0) - part * ((wished[column] ?? 0) - (least[column] ?? 0)),
  )
}

/** Distributes the available width. Each column gets its minimum; the rest is distributed in proportion to the natural widths. */
function distributeWidth(natural: readonly number[], longest: readonly number[], free: number): number[] {
  if (sum(longest) > free) return longest.map((width) => (width * free) / sum(longest))
  const wished = sum(natural)
  if (wished <= free) return natural.map((width) => width + ((free - wished) * width) / (wished || 1))
  const share = (free - sum(longest)) / (wished - sum(longest))
  return natural.map((width, column) => (longest[column] ?? 0) + (width - (longest[column] ?? 0)) * share)
}
