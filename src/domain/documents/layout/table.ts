import type { TableBlock } from '../blocks.ts'
import type { PageFrame } from '../page-setup.ts'
import { cellPadding, computeTableGrid, type TableGrid } from './grid.ts'
import { breakLines, type TextLine } from './lines.ts'
import {
  addArtifact,
  addPage,
  addTaggedContent,
  createRule,
  getLastPage,
  type PageFlow,
  type PageItem,
  type StructureTag,
  toTextItems,
} from './page-flow.ts'
import { type LayoutBlock, type LayoutSettings, toSpans } from './text.ts'
import type { TextSpan } from './words.ts'

const maxHeaderHeight = 150

type Cells = (readonly TextLine[])[]

/** Lays out a table with horizontal rules. Its header is repeated on each page. */
export function layoutTable(table: TableBlock, frame: PageFrame, { textSize, write }: LayoutSettings): LayoutBlock {
  const header = table.header?.map((runs) => toSpans(runs, write, 'bold')) ?? null
  const rows = table.rows.map((row) => row.map((runs) => toSpans(runs, write)))
  const grid = computeTableGrid(header ? [header, ...rows] : rows, table, frame, textSize)
  const broken = (cells: TextSpan[][]) =>
    cells.map((spans, column) => breakLines(spans, { width: getInnerWidth(grid, column) }))
  const top = header && broken(header)
  // Treats a header of at least this height (in points) as a normal row, so that it is not repeated on each page.
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
        // Moves the last row before the totals to the next page together with the totals, if they do not fit on this page.
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

const countLines = (cells: Cells) => Math.max(1, ...cells.map((lines) => lines.length))
const getRowHeight = (cells: Cells, { leading }: TableGrid) => countLines(cells) * leading + 2 * cellPadding.y
const getInnerWidth = ({ widths, size }: TableGrid, column: number) =>
  (((widths[column] ?? 0) - 2 * cellPadding.x + 0.01) * 1000) / size

function drawRule(pages: PageFlow, thickness: number, grey: number) {
  const { left, measure } = pages.frame
  addArtifact(getLastPage(pages), [createRule(left, pages.y, measure, thickness, grey)])
}

function placeHeader(pages: PageFlow, table: StructureTag, head: Cells, grid: TableGrid) {
  const row: StructureTag = { name: 'TR', kids: [] }
  table.kids.push({ name: 'THead', kids: [row] })
  drawRule(pages, 0.8, 0.1)
  head.forEach((lines, column) => {
    const tag: StructureTag = { name: 'TH', attributes: '/A<</O/Table/Scope/Column>>', kids: [] }
    row.kids.push(tag)
    if (lines.length) addTaggedContent(pages, tag, toCellItems(pages, lines, column, grid))
  })
  closeHeader(pages, head, grid)
}

function repeatHeader(pages: PageFlow, head: Cells, grid: TableGrid) {
  drawRule(pages, 0.8, 0.1)
  const cells: PageItem[] = head.flatMap((lines, column) => toCellItems(pages, lines, column, grid))
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
  const row: StructureTag = { name: 'TR', kids: cells.map(() => ({ name: 'TD' as const, kids: [] })) }
  body.kids.push(row)
  const total = countLines(cells)
  let done = 0
  while (done < total) {
    const room = Math.floor((pages.y - frame.bottom - 2 * cellPadding.y) / grid.leading + 0.001)
    const fits = total - done <= room
    if (!fits && (room < 3 || getRowHeight(cells, grid) < (frame.top - frame.bottom) / 2)) {
      addPage(pages)
      if (head) repeatHeader(pages, head, grid)
      continue
    }
    const count = Math.min(room, total - done)
    cells.forEach((lines, column) => {
      const part = lines.slice(done, done + count)
      if (part.length) addTaggedContent(pages, row.kids[column] as StructureTag, toCellItems(pages, part, column, grid))
    })
    pages.y -= count * grid.leading + 2 * cellPadding.y
    drawRule(pages, 0.35, 0.7)
    done += count
  }
}

function toCellItems(
  pages: PageFlow,
  lines: readonly TextLine[],
  column: number,
  { size, leading, widths, lefts, align }: TableGrid,
) {
  return toTextItems(lines, {
    x: (lefts[column] ?? 0) + cellPadding.x,
    y: pages.y - cellPadding.y - leading * 0.74,
    size,
    leading,
    width: (widths[column] ?? 0) - 2 * cellPadding.x,
    align: align[column] ?? 'start',
  })
}
