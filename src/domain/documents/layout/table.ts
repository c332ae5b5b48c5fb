import type { TableBlock, TableCell, TextAlignment, TextRun } from '../blocks.ts'
import type { PageFrame } from '../page-setup.ts'
import { breakLines } from './lines.ts'
import { measureSpans } from './metrics.ts'
import {
  addArtifact,
  addPage,
  addTaggedContent,
  createRule,
  getLastPage,
  type PageFlow,
  type PageItem,
  type StructureTag,
} from './page-flow.ts'
import { type LayoutBlock, type LayoutSettings, toSpans } from './text.ts'
import { toTextItems } from './text-items.ts'
import type { TextLine } from './text-line.ts'
import type { TextSpan } from './words.ts'

const maxHeaderHeight = 150

/** Cell whose lines are broken. `column`: first column of the cell. */
interface Cell {
  lines: readonly TextLine[]
  column: number
  span: number
  align: TextAlignment
}

type Cells = readonly Cell[]

/** Lays out a table with horizontal rules. Its header is repeated on each page. */
export function layoutTable(table: TableBlock, frame: PageFrame, setting: LayoutSettings): LayoutBlock {
  const { write } = setting
  const toCells = (cells: readonly TableCell[], style: 'regular' | 'bold') =>
    placeInColumns(cells, (runs) => toSpans(runs, write, style))
  const header = table.header && toCells(table.header, 'bold')
  const rows = table.rows.map((cells) => toCells(cells, 'regular'))
  const grid = computeTableGrid(header ? [header, ...rows] : rows, table, frame, setting)
  const broken = (cells: readonly CellSpans[]): Cells =>
    cells.map(({ spans, column, span, align = grid.align[column] ?? 'start' }) => {
      const width = (getInnerWidth(grid, { column, span }) * 1000) / grid.size
      return { lines: breakLines(spans, { width, size: grid.size }), column, span, align }
    })
  const top = header && broken(header)
  // Does not repeat a header of this height (in points) or more on each page.
  const head = top && getRowHeight(top, grid) < maxHeaderHeight ? top : null
  const body = (head || !header ? rows : [header, ...rows]).map(broken)
  const headHeight = head ? getRowHeight(head, grid) : 0
  const first = body[0] ? Math.min(getRowHeight(body[0], grid), 120) : 0
  return {
    before: 10,
    after: 14,
    lead: headHeight + first,
    height: body.reduce((sum, cells) => sum + getRowHeight(cells, grid), headHeight),
    keepsNext: false,
    isShort: false,
    place(pages) {
      const tag: StructureTag = { name: 'Table', kids: [] }
      if (head) placeHeader(pages, tag, head, grid)
      const group: StructureTag = { name: 'TBody', kids: [] }
      if (body.length) tag.kids.push(group)
      const kept = body.length - table.totals - 1
      body.forEach((cells, index) => {
        // Moves the last row before the totals to the next page if the totals do not fit, so that totals never start a
        // page alone.
        const rest = index === kept && table.totals ? body.slice(index) : [cells]
        const needed = rest.reduce((sum, each) => sum + getRowHeight(each, grid), 0)
        if (rest.length > 1 && pages.y - needed < frame.bottom && needed < (frame.top - frame.bottom) / 2) {
          addPage(pages)
          if (head) repeatHeader(pages, head, grid)
        }
        placeRow(pages, group, cells, grid, head)
        if (index === kept && table.totals) drawRule(pages, 0.6, 0.1)
      })
      drawRule(pages, 0.8, 0.1)
      return tag
    },
  }
}

function placeInColumns(cells: readonly TableCell[], toCellSpans: (runs: TextRun[]) => TextSpan[]): CellSpans[] {
  let next = 0
  return cells.map(({ runs, span = 1, align }) => {
    const column = next
    next += span
    return { spans: toCellSpans(runs), column, span, ...(align && { align }) }
  })
}

const countLines = (cells: Cells) => Math.max(1, ...cells.map(({ lines }) => lines.length))
const getRowHeight = (cells: Cells, { leading, padding }: TableGrid) => countLines(cells) * leading + 2 * padding

/** Returns the width of a cell's text in points, with a tolerance for rounding. */
function getInnerWidth({ widths }: TableGrid, { column, span }: Pick<Cell, 'column' | 'span'>): number {
  let width = 0
  for (let at = column; at < column + span; at++) width += widths[at] ?? 0
  return width - 2 * cellPadding.x + 0.01
}

/** Returns the attributes of a header cell or a cell, in PDF syntax. */
function getCellAttributes(name: 'TH' | 'TD', span: number): Pick<StructureTag, 'attributes' | 'span'> {
  const scope = name === 'TH' ? '/Scope/Column' : ''
  const columns = span > 1 ? `/ColSpan ${span}` : ''
  if (!scope && !columns) return {}
  return { attributes: `/A<</O/Table${scope}${columns}>>`, ...(span > 1 && { span }) }
}

function drawRule(pages: PageFlow, thickness: number, grey: number) {
  const { left, measure } = pages.frame
  addArtifact(getLastPage(pages), [createRule(left, pages.y, measure, thickness, grey)])
}

function placeHeader(pages: PageFlow, table: StructureTag, head: Cells, grid: TableGrid) {
  const row: StructureTag = { name: 'TR', kids: [] }
  table.kids.push({ name: 'THead', kids: [row] })
  drawRule(pages, 0.8, 0.1)
  for (const cell of head) {
    const tag: StructureTag = { name: 'TH', ...getCellAttributes('TH', cell.span), kids: [] }
    row.kids.push(tag)
    if (cell.lines.length) addTaggedContent(pages, tag, toCellItems(pages, cell, grid))
  }
  closeHeader(pages, head, grid)
}

function repeatHeader(pages: PageFlow, head: Cells, grid: TableGrid) {
  drawRule(pages, 0.8, 0.1)
  const cells: PageItem[] = head.flatMap((cell) => toCellItems(pages, cell, grid))
  addArtifact(getLastPage(pages), cells)
  closeHeader(pages, head, grid)
}

function closeHeader(pages: PageFlow, head: Cells, grid: TableGrid) {
  pages.y -= getRowHeight(head, grid)
  drawRule(pages, 0.6, 0.1)
}

/** Places a row. It is split across pages only if it is higher than half a page. */
function placeRow(pages: PageFlow, body: StructureTag, cells: Cells, grid: TableGrid, head: Cells | null) {
  const { frame } = pages
  const tags = cells.map(({ span }): StructureTag => ({ name: 'TD', ...getCellAttributes('TD', span), kids: [] }))
  const row: StructureTag = { name: 'TR', kids: tags }
  body.kids.push(row)
  const total = countLines(cells)
  let done = 0
  while (done < total) {
    const room = Math.floor((pages.y - frame.bottom - 2 * grid.padding) / grid.leading + 0.001)
    const fits = total - done <= room
    if (!fits && (room < 3 || getRowHeight(cells, grid) < (frame.top - frame.bottom) / 2)) {
      addPage(pages)
      if (head) repeatHeader(pages, head, grid)
      continue
    }
    const count = Math.min(room, total - done)
    cells.forEach((cell, index) => {
      const lines = cell.lines.slice(done, done + count)
      if (lines.length)
        addTaggedContent(pages, tags[index] as StructureTag, toCellItems(pages, { ...cell, lines }, grid))
    })
    pages.y -= count * grid.leading + 2 * grid.padding
    drawRule(pages, 0.35, 0.7)
    done += count
  }
}

function toCellItems(pages: PageFlow, cell: Cell, grid: TableGrid) {
  const { size, leading, padding } = grid
  return toTextItems(cell.lines, {
    x: (grid.lefts[cell.column] ?? 0) + cellPadding.x,
    y: pages.y - padding - leading * 0.74,
    size,
    leading,
    width: getInnerWidth(grid, cell) - 0.01,
    align: cell.align,
  })
}

/** Horizontal padding of a cell in points, and its vertical padding, usual and tight. */
const cellPadding = { x: 5, y: 4.5, tight: 3 }
const smallest = 7.25

const getFontSizes = (textSize: number) =>
  [textSize - 1.5, textSize - 2.25, textSize - 3.25].filter((size) => size > smallest).concat(smallest)

interface TableGrid {
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
interface CellSpans {
  spans: TextSpan[]
  column: number
  span: number
  align?: TextAlignment
}

type Shares = readonly (number | null)[]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Returns the column widths and the largest font size at which each word fits; otherwise, long words are split. */
function computeTableGrid(
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

/** Returns the widths that the template sets, adjusted so that numbers and words fit; `null` if the table does not fit at this font size. */
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
