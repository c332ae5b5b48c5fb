import type { TableBlock } from '../blocks.ts'
import type { Frame } from '../page-setup.ts'
import { gridOf, padding, type TableGrid } from './grid.ts'
import { breakLines, type Line } from './lines.ts'
import { decorate, type Item, lastPage, mark, newPage, type Pages, rule, setLines, type Tag } from './page.ts'
import { type Laid, type Setting, spansOf } from './text.ts'
import type { Span } from './words.ts'

const headerUpTo = 150

type Cells = (readonly Line[])[]

/** Lays out a table with horizontal rules; the header repeats on every page. */
export function layTable(table: TableBlock, frame: Frame, { textSize, write }: Setting): Laid {
  const header = table.header?.map((runs) => spansOf(runs, write, 'bold')) ?? null
  const rows = table.rows.map((row) => row.map((runs) => spansOf(runs, write)))
  const grid = gridOf(header ? [header, ...rows] : rows, table, frame, textSize)
  const broken = (cells: Span[][]) => cells.map((spans, column) => breakLines(spans, { width: inner(grid, column) }))
  const top = header && broken(header)
  // A header of this height (in points) or more is prose: it becomes a normal row and does not repeat.
  const head = top && heightOf(top, grid) < headerUpTo ? top : null
  const body = (head || !header ? rows : [header, ...rows]).map(broken)
  const headHeight = head ? heightOf(head, grid) : 0
  const first = body[0] ? Math.min(heightOf(body[0], grid), 120) : 0
  return {
    before: 10,
    after: 14,
    lead: headHeight + first,
    height: body.reduce((sum, cells) => sum + heightOf(cells, grid), headHeight),
    keepsNext: false,
    isShort: false,
    place(pages) {
      const tag: Tag = { name: 'Table', kids: [] }
      if (head) placeHeader(pages, tag, head, grid)
      const group: Tag = { name: 'TBody', kids: [] }
      if (body.length) tag.kids.push(group)
      const kept = body.length - table.totals - 1
      body.forEach((cells, index) => {
        // Moves the last row together with the totals to the next page.
        const rest = index === kept && table.totals ? body.slice(index) : [cells]
        const needed = rest.reduce((sum, each) => sum + heightOf(each, grid), 0)
        if (rest.length > 1 && pages.y - needed < frame.bottom && needed < (frame.top - frame.bottom) / 2) {
          newPage(pages)
          if (head) repeatHeader(pages, head, grid)
        }
        placeRow(pages, group, cells, grid, head)
        if (index === kept && table.totals) across(pages, 0.6, 0.1)
      })
      across(pages, 0.8, 0.1)
      return tag
    },
  }
}

const linesIn = (cells: Cells) => Math.max(1, ...cells.map((lines) => lines.length))
const heightOf = (cells: Cells, { leading }: TableGrid) => linesIn(cells) * leading + 2 * padding.y
const inner = ({ widths, size }: TableGrid, column: number) =>
  (((widths[column] ?? 0) - 2 * padding.x + 0.01) * 1000) / size

function across(pages: Pages, thickness: number, grey: number) {
  const { left, measure } = pages.frame
  decorate(lastPage(pages), [rule(left, pages.y, measure, thickness, grey)])
}

function placeHeader(pages: Pages, table: Tag, head: Cells, grid: TableGrid) {
  const row: Tag = { name: 'TR', kids: [] }
  table.kids.push({ name: 'THead', kids: [row] })
  across(pages, 0.8, 0.1)
  head.forEach((lines, column) => {
    const tag: Tag = { name: 'TH', attributes: '/A<</O/Table/Scope/Column>>', kids: [] }
    row.kids.push(tag)
    if (lines.length) mark(pages, tag, setCell(pages, lines, column, grid))
  })
  closeHeader(pages, head, grid)
}

function repeatHeader(pages: Pages, head: Cells, grid: TableGrid) {
  across(pages, 0.8, 0.1)
  const cells: Item[] = head.flatMap((lines, column) => setCell(pages, lines, column, grid))
  decorate(lastPage(pages), cells)
  closeHeader(pages, head, grid)
}

function closeHeader(pages: Pages, head: Cells, grid: TableGrid) {
  pages.y -= heightOf(head, grid)
  across(pages, 0.6, 0.1)
}

/** Places a row; it moves whole to the next page unless it is higher than half a page. */
function placeRow(pages: Pages, body: Tag, cells: Cells, grid: TableGrid, head: Cells | null) {
  const { frame } = pages
  const row: Tag = { name: 'TR', kids: cells.map(() => ({ name: 'TD' as const, kids: [] })) }
  body.kids.push(row)
  const total = linesIn(cells)
  let done = 0
  while (done < total) {
    const room = Math.floor((pages.y - frame.bottom - 2 * padding.y) / grid.leading + 0.001)
    const fits = total - done <= room
    if (!fits && (room < 3 || heightOf(cells, grid) < (frame.top - frame.bottom) / 2)) {
      newPage(pages)
      if (head) repeatHeader(pages, head, grid)
      continue
    }
    const count = Math.min(room, total - done)
    cells.forEach((lines, column) => {
      const part = lines.slice(done, done + count)
      if (part.length) mark(pages, row.kids[column] as Tag, setCell(pages, part, column, grid))
    })
    pages.y -= count * grid.leading + 2 * padding.y
    across(pages, 0.35, 0.7)
    done += count
  }
}

function setCell(
  pages: Pages,
  lines: readonly Line[],
  column: number,
  { size, leading, widths, lefts, align }: TableGrid,
) {
  return setLines(lines, {
    x: (lefts[column] ?? 0) + padding.x,
    y: pages.y - padding.y - leading * 0.74,
    size,
    leading,
    width: (widths[column] ?? 0) - 2 * padding.x,
    align: align[column] ?? 'start',
  })
}
